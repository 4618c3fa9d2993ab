// An open page follows the campaign: what others do appears as they do it, and what somebody is typing stays.
(() => {
  const url = document.body.dataset.stream;
  if (!url || !window.EventSource) return;

  const { morph } = document.currentScript.dataset; // fetched once something has changed
  let source, seen = document.body.dataset.version, pause = 1000, stopped = false;
  const byId = (id) => document.getElementById(id);
  const show = (id, is) => byId(id) && (byId(id).hidden = !is);

  // The connection: one per page that is looked at. A hidden page catches up when it is seen again.
  const open = () => {
    if (source || stopped || document.hidden) return;
    source = new EventSource(`${url}?since=${seen}`);
    source.addEventListener("open", () => {
      pause = 1000;
      connected(true);
      if (stale) soon();
    });
    source.addEventListener("error", () => {
      connected(false);
      if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      close();
      outdated(); // it is refused: the page knows why
      setTimeout(open, pause);
      pause = Math.min(2 * pause, 30000);
    });
    source.addEventListener("act", (event) => {
      seen = event.lastEventId;
      if (Number(seen) > shown()) soon();
    });
    source.addEventListener("hello", (event) => (seen = event.lastEventId));
    source.addEventListener("seat", outdated);
    source.addEventListener("reset", outdated);
    source.addEventListener("here", (event) => present(JSON.parse(event.data)));
    source.addEventListener("gone", leave);
  };
  const close = () => (source?.close(), (source = undefined));
  const leave = () => ((stopped = true), close(), location.reload());
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
  addEventListener("pagehide", close);

  // A true notice: shown when it has lasted a moment, gone at a sign of life.
  let timer;
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
  const versions = () => [document.body, ...document.querySelectorAll("[data-version]")];
  const shown = () => Math.max(...versions().map((one) => Number(one.dataset.version)));

  // The page is asked for again, once for all of a moment, and only what differs is changed.
  let waiting, asking = false, stale = false, going = 0;
  const soon = (after = 120) => (waiting ??= setTimeout(refresh, after));
  const outdated = () => ((stale = true), soon());
  const busy = () => document.querySelector(".htmx-request") || Date.now() < going;
  addEventListener("submit", (event) => event.defaultPrevented || (going = Date.now() + 15000)); // it leads away
  const refresh = async () => {
    waiting = undefined;
    if (asking || busy()) return soon();
    if (!stale && Number(seen) <= shown()) return; // an own act has shown it meanwhile
    asking = true;
    stale = false;
    try {
      const [answer] = await Promise.all([fetch(location.href, { redirect: "manual" }), morpher()]);
      const text = await answer.text();
      if (answer.status === 429 || answer.status >= 500) later(5000);
      else if (busy()) later();
      else if (!answer.ok) leave(); // another page stands there, or none
      else take(text, answer.headers.get("Questkeep-Version"));
    } catch {
      later(2000);
    } finally {
      asking = false;
    }
  };
  const morpher = () =>
    window.Idiomorph ||
    new Promise((onload, onerror) => document.head.append(Object.assign(document.createElement("script"), { src: morph, onload, onerror })));
  const later = (after) => ((stale = true), soon(after));

  const take = (text, version) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    let kept = false;
    const keeps = (form) => touched(form) && (kept = true);
    const options = {
      ignoreActiveValue: true,
      callbacks: {
        beforeNodeMorphed: (old) => {
          if (old.id === "refused" || old.matches?.("[data-filter]") || chosen.has(old.name)) return false;
          return !(old.matches?.("form") && keeps(old));
        },
        beforeNodeRemoved: (old) => {
          const forms = old.querySelectorAll ? [old, ...old.querySelectorAll("form")] : [];
          return old.id !== "refused" && !forms.some((one) => one.matches("form") && keeps(one));
        },
        beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details")) && name !== "hidden",
      },
    };
    for (const part of ["#main", ".bar"]) {
      const [now, then] = [document.querySelector(part), page.querySelector(part)];
      if (now && then) Idiomorph.morph(now, then, options);
    }
    document.title = page.title;
    for (const one of versions()) one.dataset.version = version || page.body.dataset.version || seen;
    htmx.process(byId("main"));
    document.dispatchEvent(new Event("htmx:afterSettle"));
    show("changed", kept);
  };

  // A form in which something has been typed or chosen is its owner's, also where the server has drawn it again since.
  // What a form asks for by its address stands there, and comes back with the page.
  const mine = new Set(), chosen = new Set(); // forms; fields that stand outside of theirs
  const name = (form) => `${form.id} ${form.getAttribute("action")}`;
  for (const kind of ["input", "change"]) {
    const note = ({ target }) => target.form?.contains(target) ? mine.add(name(target.form)) : target.form && chosen.add(target.name);
    document.addEventListener(kind, note, true);
  }
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const form = detail.elt.closest("form");
    if (form && detail.successful && detail.requestConfig.verb === "post") mine.delete(name(form));
  });
  const touched = (form) => form.method === "post" && (mine.has(name(form)) || [...form.elements].some((one) => form.contains(one) && filled(one)));
  const filled = (one) => {
    if (!one.matches("input:not([type=hidden]), textarea, select")) return false;
    if (one.matches("[type=checkbox], [type=radio]")) return one.checked !== one.defaultChecked;
    if (!one.matches("select")) return one.value !== one.defaultValue;
    return one.selectedIndex > 0 && [...one.options].some((option) => option.selected !== option.defaultSelected);
  };

  document.addEventListener("click", (event) => event.target.closest("#changed button") && location.reload());
  open();
})();
