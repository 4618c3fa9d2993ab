// Security keys: the browser asks the key, the form carries its answer. Everything else of the account works without script.
(() => {
  for (const form of document.querySelectorAll("form[data-key]")) {
    const failed = form.querySelector("[data-key-failed]");
    const [options] = Object.values(JSON.parse(document.getElementById("key-options").textContent));
    const button = form.querySelector("button");
    button.hidden = !webauthnJSON.supported();
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      failed.hidden = true;
      button.disabled = true;
      try {
        form.elements.credential.value = JSON.stringify(await webauthnJSON[form.dataset.key](options));
        form.submit();
      } catch {
        failed.hidden = false;
        failed.focus();
        button.disabled = false;
      }
    });
  }
})();
