// An open page follows the campaign: what others do appears as they do it, and what somebody is typing stays.
(() => {
  const main = document.getElementById("main");
  const url = document.body.dataset.stream;
  if (!url || !window.EventSource) return;

  let source, seen = document.body.dataset.version, timer, pause = 1000, stopped = false;
  const byId = (id) => document.getElementById(id);
  const show = (id, is) => byId(id) && (byId(id).hidden = !is);

  // The connection: one per page that is looked at. A hidden page catches up when it is seen again.
  const open = () => {
    if (source || stopped || document.hidden) return;
    source = new EventSource(`${url}?since=${seen}`);
    source.addEventListener("open", () => ((pause = 1000), connected(true)));
    source.addEventListener("error", () => {
      connected(false);
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      close();
      setTimeout(open, pause);
      pause = Math.min(2 * pause, 30000);
    });
    source.addEventListener("act", (event) => {
      seen = event.lastEventId;
      if (Number(seen) > shown()) soon();
    });
    source.addEventListener("seat", soon);
    source.addEventListener("reset", soon);
    source.addEventListener("hello", (event) => (seen = event.lastEventId));
    source.addEventListener("here", (event) => present(JSON.parse(event.data)));
    source.addEventListener("gone", () => ((stopped = true), close(), location.reload()));
  };
  const close = () => (source?.close(), (source = undefined));
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);

  // A notice that is true: shown when it has lasted a moment, gone with the first sign of life.
  const connected = (is) => {
    clearTimeout(timer);
    if (is) show("reconnecting", false);
    else if (!document.hidden) timer = setTimeout(() => show("reconnecting", true), 1500);
  };

  const present = (people) => {
    const list = byId("here");
    if (!list) return;
    list.replaceChildren(...people.map(({ name }) => Object.assign(document.createElement("li"), { textContent: name })));
    list.parentElement.hidden = people.length < 2;
  };

  // What the page shows by now: its own acts have brought newer versions than it began with.
  const shown = () =>
    Math.max(Number(document.body.dataset.version), ...[...document.querySelectorAll("[data-version]")].map((one) => Number(one.dataset.version)));

  // The page is asked for again, once for all that came in a moment, and only what differs is changed.
  let waiting, asking = false, more = false;
  const soon = () => {
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 120);
  };
  const busy = () => document.querySelector(".htmx-request");
  const refresh = async () => {
    if (asking || busy()) return asking ? (more = true) : soon();
    asking = true;
    try {
      const answer = await fetch(location.href, { redirect: "manual" });
      if (answer.ok && !busy()) take(await answer.text(), answer.headers.get("Questkeep-Version"));
      else if (answer.type === "opaqueredirect" || answer.status === 404) location.reload();
    } catch {
      connected(false);
    } finally {
      asking = false;
      if (more) (more = false), soon();
    }
  };

  const take = (text, version) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    let kept = false;
    const options = {
      ignoreActiveValue: true,
      callbacks: {
        beforeNodeMorphed: (old) => {
          if (old.id === "refused") return false;
          if (!old.matches?.("form") || !touched(old)) return true;
          kept = true;
          return false;
        },
        beforeNodeRemoved: (old) => {
          const mine = old.querySelectorAll && [old, ...old.querySelectorAll("form")].find((one) => one.matches("form") && touched(one));
          if (mine) kept = true;
          return !mine && old.id !== "refused";
        },
        beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")) && name !== "hidden",
      },
    };
    for (const part of ["#main", ".bar"]) {
      const [now, then] = [document.querySelector(part), page.querySelector(part)];
      if (now && then) Idiomorph.morph(now, then, options);
    }
    document.title = page.title;
    document.body.dataset.version = version || page.body.dataset.version;
    for (const one of main.querySelectorAll("[data-version]")) one.dataset.version = document.body.dataset.version;
    htmx.process(main);
    document.dispatchEvent(new Event("htmx:afterSettle"));
    show("changed", kept);
  };

  // A form in which something has been typed or chosen is its owner's, also where the server has drawn it again since.
  const mine = new Set();
  const name = (form) => `${form.id} ${form.getAttribute("action")}`;
  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => event.target.form && mine.add(name(event.target.form)), true);
  }
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt.closest("form");
    if (form && detail.successful && detail.requestConfig.verb === "post") mine.delete(name(form));
  });
  const touched = (form) =>
    mine.has(name(form)) ||
    [...form.elements].some((one) =>
      one.matches("input[type=checkbox], input[type=radio]")
        ? one.checked !== one.defaultChecked
        : one.matches("select")
          ? [...one.options].some((option) => option.selected !== option.defaultSelected) && one.selectedIndex > 0
          : one.matches("input:not([type=hidden]), textarea") && one.value !== one.defaultValue,
    );

  byId("changed")?.querySelector("button").addEventListener("click", () => location.reload());
  open();
})();
