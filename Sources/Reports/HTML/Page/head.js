"use strict";
(({ classList }) => {
  classList.add("js");
  // If the page's script fails, the page is displayed as without scripts.
  addEventListener("DOMContentLoaded", () => classList.contains("ready") || classList.remove("js"));
  // In a frame with the content of the page but not its address, a fragment would refer to another page.
  addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (!link || event.defaultPrevented || !/^(about|blob):/.test(location.href)) return;
    event.preventDefault();
    history.pushState(null, "", location.href.split("#")[0] + link.getAttribute("href"));
    dispatchEvent(new Event("hashchange"));
  });
})(document.documentElement);
