// What needs script: a filter in long lists, steppers, and swaps that lose nothing. Every page works without.
navigator.serviceWorker?.register("/sw.js");
(() => {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  // A filter hides what does not match, and groups left empty.
  document.addEventListener("input", (event) => {
    const box = event.target.closest("[data-filter]");
    if (!box) return;
    const list = document.getElementById(box.dataset.filter);
    const words = plain(event.target.value).split(/\s+/);
    for (const item of list.querySelectorAll("li, .option")) {
      const text = plain(item.textContent);
      item.hidden = !words.every((word) => text.includes(word));
    }
    for (const title of list.querySelectorAll(".group-title")) {
      title.hidden = !title.nextElementSibling.querySelector("li:not([hidden]), .option:not([hidden])");
    }
    for (const fold of list.querySelectorAll("details.closed")) {
      fold.hidden = !fold.querySelector(".option:not([hidden])");
      fold.open = !fold.hidden && event.target.value.trim() !== "";
    }
  });

  // To leave a filter is no answer: the form around it is not asked again, which would take the filter away.
  document.addEventListener("change", (event) => event.target.closest("[data-filter]") && event.stopPropagation(), true);

  // Enter in a filter takes the only match.
  document.addEventListener("keydown", (event) => {
    const box = event.key === "Enter" && event.target.closest("[data-filter]");
    if (!box) return;
    event.preventDefault();
    const found = document.getElementById(box.dataset.filter).querySelectorAll("li:not([hidden]) .card-face");
    if (found.length === 1) found[0].click();
  });

  // − and + beside a number.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-by]");
    if (!button) return;
    const input = button.parentElement.querySelector("input");
    if (input.value === "") input.value = input.min || 0;
    else if (Number(button.dataset.by) > 0) input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });

  // Copy what stands in a box.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const box = document.getElementById(button.dataset.copy);
    if (box.select) box.select();
    else getSelection().selectAllChildren(box);
    try {
      await navigator.clipboard.writeText(box.value);
    } catch {
      document.execCommand("copy"); // without https
    }
    button.textContent = button.dataset.done;
  });

  const wake = (root) => {
    for (const hidden of root.querySelectorAll("[data-filter][hidden], [data-by][hidden], [data-copy][hidden]")) hidden.hidden = false;
  };
  wake(document);
  document.addEventListener("htmx:afterSettle", () => wake(document));

  // A late answer does not overwrite a newer one; an explanation stays open across a swap.
  const version = (event) => Number(event.detail.xhr.getResponseHeader("Questkeep-Version") || 0);
  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    const target = event.detail.target;
    const told = version(event);
    if (told < Number(target.dataset.version || 0)) event.detail.shouldSwap = false;
    else target.dataset.version = told;
    const isPage = event.detail.xhr.getResponseHeader("HX-Retarget");
    if ((told || isPage) && event.detail.xhr.status < 500 && event.detail.isError) {
      event.detail.isError = false; // a refusal of ours, with the page it belongs to, or a page that says what is wrong
      event.detail.shouldSwap = true;
    }
    open = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    const alert = document.getElementById("refused");
    if (alert) (alert.querySelector(".die") || alert).focus();
    offline(false);
  });

  // The button that asked may be gone by the time of the answer: what belongs elsewhere on the page finds its place all the same.
  document.addEventListener("htmx:oobErrorNoTarget", ({ detail: { content } }) => {
    document.getElementById(content.id)?.replaceWith(content);
    htmx.process(content);
  });

  // Nothing is lost silently, and a page brought back from the browser's memory is made fresh.
  const offline = (is) => {
    const note = document.getElementById("offline");
    if (note) note.hidden = !is;
  };
  document.addEventListener("htmx:sendError", () => offline(true));
  document.addEventListener("htmx:responseError", () => offline(true));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
})();
