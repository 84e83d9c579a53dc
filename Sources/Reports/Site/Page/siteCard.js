document.documentElement.classList.add("ready");
