"use strict";
addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button.copy");
  if (!button) return;
  const ticket = button.closest(".ticket") ?? button.parentElement.querySelector(".ticket");
  try {
    await navigator.clipboard.writeText(ticket.querySelector("pre").textContent.trimEnd());
    button.textContent = "Copied";
  } catch {
    // Without the right to write to the clipboard the text is selected, ready for the keyboard.
    ticket.open = true;
    getSelection().selectAllChildren(ticket.querySelector("pre"));
    button.textContent = document.execCommand("copy") ? "Copied" : "Selected: copy it with the keyboard";
  }
  setTimeout(() => { button.textContent = "Copy ticket"; }, 4000);
});
