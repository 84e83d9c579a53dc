#include "resources.h"

// The compiler needs a second for `#embed`, but half a minute for arrays of numbers in Swift.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define TEXT(words) #words
#define NAME(words) TEXT(words)

static const struct aasa_resource resources[] = {
#define FOLDER HTML/Page
#define RESOURCE base.css
#include "element.h"
#define RESOURCE bottom.mustache
#include "element.h"
#define RESOURCE brief.mustache
#include "element.h"
#define RESOURCE card.css
#include "element.h"
#define RESOURCE card.mustache
#include "element.h"
#define RESOURCE case.mustache
#include "element.h"
#define RESOURCE cell.mustache
#include "element.h"
#define RESOURCE copy.js
#include "element.h"
#define RESOURCE estate.mustache
#include "element.h"
#define RESOURCE evidence.mustache
#include "element.h"
#define RESOURCE facts.mustache
#include "element.h"
#define RESOURCE filters.mustache
#include "element.h"
#define RESOURCE head.js
#include "element.h"
#define RESOURCE head.mustache
#include "element.h"
#define RESOURCE heading.mustache
#include "element.h"
#define RESOURCE members.mustache
#include "element.h"
#define RESOURCE name.mustache
#include "element.h"
#define RESOURCE nights.mustache
#include "element.h"
#define RESOURCE owners.mustache
#include "element.h"
#define RESOURCE panels.mustache
#include "element.h"
#define RESOURCE patterns.mustache
#include "element.h"
#define RESOURCE report.css
#include "element.h"
#define RESOURCE report.js
#include "element.h"
#define RESOURCE proof.mustache
#include "element.h"
#define RESOURCE row.mustache
#include "element.h"
#define RESOURCE step.mustache
#include "element.h"
#define RESOURCE strip.mustache
#include "element.h"
#define RESOURCE ticket.mustache
#include "element.h"
#define RESOURCE timeline.mustache
#include "element.h"
#define RESOURCE top.mustache
#include "element.h"
#define RESOURCE totals.mustache
#include "element.h"
#define RESOURCE words.mustache
#include "element.h"
#undef FOLDER

#define FOLDER Mail/Page
#define RESOURCE mail.mustache
#include "element.h"
#define RESOURCE mailNames.mustache
#include "element.h"
#define RESOURCE mailText.mustache
#include "element.h"
#undef FOLDER

#define FOLDER Site/Page
#define RESOURCE site.css
#include "element.h"
#define RESOURCE site.js
#include "element.h"
#define RESOURCE siteCard.js
#include "element.h"
#define RESOURCE siteDomain.mustache
#include "element.h"
#define RESOURCE siteHead.mustache
#include "element.h"
#define RESOURCE siteList.css
#include "element.h"
#define RESOURCE siteList.mustache
#include "element.h"
#define RESOURCE siteRuns.mustache
#include "element.h"
#define RESOURCE siteSearch.mustache
#include "element.h"
#define RESOURCE siteStart.mustache
#include "element.h"
#define RESOURCE siteTable.mustache
#include "element.h"
#define RESOURCE siteTeams.mustache
#include "element.h"
};

const struct aasa_resource *aasa_resources(size_t *count) {
    *count = sizeof resources / sizeof *resources;
    return resources;
}
