#include "resources.h"

// Built in by the compiler, which takes a second for what arrays of numbers in Swift take half a minute for.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char base_css[] = {
#embed "../Reports/HTML/Page/base.css"
};
static const unsigned char bottom_mustache[] = {
#embed "../Reports/HTML/Page/bottom.mustache"
};
static const unsigned char brief_mustache[] = {
#embed "../Reports/HTML/Page/brief.mustache"
};
static const unsigned char card_css[] = {
#embed "../Reports/HTML/Page/card.css"
};
static const unsigned char card_mustache[] = {
#embed "../Reports/HTML/Page/card.mustache"
};
static const unsigned char case_mustache[] = {
#embed "../Reports/HTML/Page/case.mustache"
};
static const unsigned char copy_js[] = {
#embed "../Reports/HTML/Page/copy.js"
};
static const unsigned char estate_mustache[] = {
#embed "../Reports/HTML/Page/estate.mustache"
};
static const unsigned char evidence_mustache[] = {
#embed "../Reports/HTML/Page/evidence.mustache"
};
static const unsigned char facts_mustache[] = {
#embed "../Reports/HTML/Page/facts.mustache"
};
static const unsigned char head_js[] = {
#embed "../Reports/HTML/Page/head.js"
};
static const unsigned char head_mustache[] = {
#embed "../Reports/HTML/Page/head.mustache"
};
static const unsigned char heading_mustache[] = {
#embed "../Reports/HTML/Page/heading.mustache"
};
static const unsigned char members_mustache[] = {
#embed "../Reports/HTML/Page/members.mustache"
};
static const unsigned char name_mustache[] = {
#embed "../Reports/HTML/Page/name.mustache"
};
static const unsigned char nights_mustache[] = {
#embed "../Reports/HTML/Page/nights.mustache"
};
static const unsigned char owners_mustache[] = {
#embed "../Reports/HTML/Page/owners.mustache"
};
static const unsigned char panels_mustache[] = {
#embed "../Reports/HTML/Page/panels.mustache"
};
static const unsigned char patterns_mustache[] = {
#embed "../Reports/HTML/Page/patterns.mustache"
};
static const unsigned char report_css[] = {
#embed "../Reports/HTML/Page/report.css"
};
static const unsigned char report_js[] = {
#embed "../Reports/HTML/Page/report.js"
};
static const unsigned char row_mustache[] = {
#embed "../Reports/HTML/Page/row.mustache"
};
static const unsigned char step_mustache[] = {
#embed "../Reports/HTML/Page/step.mustache"
};
static const unsigned char strip_mustache[] = {
#embed "../Reports/HTML/Page/strip.mustache"
};
static const unsigned char ticket_mustache[] = {
#embed "../Reports/HTML/Page/ticket.mustache"
};
static const unsigned char top_mustache[] = {
#embed "../Reports/HTML/Page/top.mustache"
};
static const unsigned char words_mustache[] = {
#embed "../Reports/HTML/Page/words.mustache"
};
static const unsigned char mail_mustache[] = {
#embed "../Reports/Mail/Page/mail.mustache"
};
static const unsigned char mailNames_mustache[] = {
#embed "../Reports/Mail/Page/mailNames.mustache"
};
static const unsigned char mailText_mustache[] = {
#embed "../Reports/Mail/Page/mailText.mustache"
};
static const unsigned char site_css[] = {
#embed "../Reports/Site/Page/site.css"
};
static const unsigned char site_js[] = {
#embed "../Reports/Site/Page/site.js"
};
static const unsigned char siteCard_js[] = {
#embed "../Reports/Site/Page/siteCard.js"
};
static const unsigned char siteDomain_mustache[] = {
#embed "../Reports/Site/Page/siteDomain.mustache"
};
static const unsigned char siteHead_mustache[] = {
#embed "../Reports/Site/Page/siteHead.mustache"
};
static const unsigned char siteList_css[] = {
#embed "../Reports/Site/Page/siteList.css"
};
static const unsigned char siteList_mustache[] = {
#embed "../Reports/Site/Page/siteList.mustache"
};
static const unsigned char siteRuns_mustache[] = {
#embed "../Reports/Site/Page/siteRuns.mustache"
};
static const unsigned char siteSearch_mustache[] = {
#embed "../Reports/Site/Page/siteSearch.mustache"
};
static const unsigned char siteStart_mustache[] = {
#embed "../Reports/Site/Page/siteStart.mustache"
};
static const unsigned char siteTable_mustache[] = {
#embed "../Reports/Site/Page/siteTable.mustache"
};
static const unsigned char siteTeams_mustache[] = {
#embed "../Reports/Site/Page/siteTeams.mustache"
};

#define RESOURCE(name, bytes) {name, bytes, sizeof bytes}

static const struct aasa_resource resources[] = {
    RESOURCE("base.css", base_css),
    RESOURCE("bottom.mustache", bottom_mustache),
    RESOURCE("brief.mustache", brief_mustache),
    RESOURCE("card.css", card_css),
    RESOURCE("card.mustache", card_mustache),
    RESOURCE("case.mustache", case_mustache),
    RESOURCE("copy.js", copy_js),
    RESOURCE("estate.mustache", estate_mustache),
    RESOURCE("evidence.mustache", evidence_mustache),
    RESOURCE("facts.mustache", facts_mustache),
    RESOURCE("head.js", head_js),
    RESOURCE("head.mustache", head_mustache),
    RESOURCE("heading.mustache", heading_mustache),
    RESOURCE("members.mustache", members_mustache),
    RESOURCE("name.mustache", name_mustache),
    RESOURCE("nights.mustache", nights_mustache),
    RESOURCE("owners.mustache", owners_mustache),
    RESOURCE("panels.mustache", panels_mustache),
    RESOURCE("patterns.mustache", patterns_mustache),
    RESOURCE("report.css", report_css),
    RESOURCE("report.js", report_js),
    RESOURCE("row.mustache", row_mustache),
    RESOURCE("step.mustache", step_mustache),
    RESOURCE("strip.mustache", strip_mustache),
    RESOURCE("ticket.mustache", ticket_mustache),
    RESOURCE("top.mustache", top_mustache),
    RESOURCE("words.mustache", words_mustache),
    RESOURCE("mail.mustache", mail_mustache),
    RESOURCE("mailNames.mustache", mailNames_mustache),
    RESOURCE("mailText.mustache", mailText_mustache),
    RESOURCE("site.css", site_css),
    RESOURCE("site.js", site_js),
    RESOURCE("siteCard.js", siteCard_js),
    RESOURCE("siteDomain.mustache", siteDomain_mustache),
    RESOURCE("siteHead.mustache", siteHead_mustache),
    RESOURCE("siteList.css", siteList_css),
    RESOURCE("siteList.mustache", siteList_mustache),
    RESOURCE("siteRuns.mustache", siteRuns_mustache),
    RESOURCE("siteSearch.mustache", siteSearch_mustache),
    RESOURCE("siteStart.mustache", siteStart_mustache),
    RESOURCE("siteTable.mustache", siteTable_mustache),
    RESOURCE("siteTeams.mustache", siteTeams_mustache),
};

const struct aasa_resource *aasa_resources(size_t *count) {
    *count = sizeof resources / sizeof *resources;
    return resources;
}
