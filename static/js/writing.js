// A page with long writing on it is not left by a slip of the thumb.
(() => {
  let unsaved = document.querySelector("form[data-keep=unsaved]") !== null;
  document.addEventListener("input", (event) => event.target.closest("form[data-keep]") && (unsaved = true));
  document.addEventListener("submit", () => (unsaved = false));
  document.addEventListener("click", (event) => event.target.closest("[data-drop]") && (unsaved = false));
  addEventListener("beforeunload", (event) => unsaved && event.preventDefault());
})();
