"use strict";
(({ classList }) => {
  classList.add("js");
  // Where the page's own script does not come to its end, nothing waits for it.
  addEventListener("DOMContentLoaded", () => classList.contains("ready") || classList.remove("js"));
  // In a frame that was given the page and not its address, a fragment would lead to the page around it, or nowhere.
  addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || event.defaultPrevented || !/^(about|blob):/.test(location.href)) return;
    event.preventDefault();
    history.pushState(null, "", location.href.split("#")[0] + link.getAttribute("href"));
    dispatchEvent(new Event("hashchange"));
  });
})(document.documentElement);
