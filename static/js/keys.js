// Single keys press the buttons that name them, while no field is being filled in; the list says which, and turns them off.
(() => {
  const list = document.getElementById("keys"), toggle = list.querySelector("[data-keys-off]");
  const off = () => localStorage.keys === "off";
  const say = () => [...toggle.children].forEach((word, at) => (word.hidden = !at === off()));
  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || repeat || list.open || (off() && key !== "?")) return;
    if (target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
    const all = [...document.querySelectorAll("[data-key]")].filter((one) => one.dataset.key === key);
    const wanted = all.find((one) => one.closest(".column.is-current")) || all.find((one) => one.checkVisibility()) || all[0];
    if (!wanted) return;
    event.preventDefault();
    wanted[wanted.matches("input") ? "focus" : "click"]();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-dialog]")) return;
    event.preventDefault();
    if (!list.open) list.showModal();
  });
  toggle.addEventListener("click", () => ((localStorage.keys = off() ? "on" : "off"), say()));
  toggle.hidden = false;
  say();
})();
