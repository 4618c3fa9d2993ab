// Single keys press the buttons that name them (data-key), while no field is being filled in; the list says which, and turns them off.
(() => {
  const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const list = document.getElementById("keys"), toggle = list?.querySelector("[data-keys-off]");
  const off = (is) => {
    if (is !== undefined) localStorage.setItem("keys", is ? "off" : "on");
    return localStorage.getItem("keys") === "off";
  };
  const say = () => toggle && [...toggle.children].forEach((word, at) => (word.hidden = Boolean(at) !== off()));

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing || event.defaultPrevented) return;
    if (target.closest(TYPING) || document.querySelector("dialog[open]") || (off() && key !== "?")) return;
    const all = [...document.querySelectorAll("[data-key]")].filter((one) => one.dataset.key === key);
    const wanted = all.find((one) => one.closest(".column.is-current")) || all.find((one) => one.checkVisibility()) || all[0];
    if (!wanted) return;
    event.preventDefault();
    if (wanted.matches("input")) wanted.focus();
    else wanted.click();
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-dialog]");
    if (!link || !list) return;
    event.preventDefault();
    if (!list.open) list.showModal();
  });
  toggle?.addEventListener("click", () => (off(!off()), say()));
  if (toggle) toggle.hidden = false;
  say();
})();
