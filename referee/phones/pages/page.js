"use strict";
// What changes while one taps. Everything works without it, by forms and links.

const body = () => document.body;

// A short tone where a browser lets a page sound, which it does once somebody has touched it, and a shake.
let sound = null;
const Sound = window.AudioContext || window.webkitAudioContext;
if (Sound) addEventListener("pointerdown", () => { sound ??= new Sound(); }, { once: true });
function call() {
  if (localStorage.getItem("quiet") === "1") return;
  navigator.vibrate?.(80);
  if (sound?.state !== "running") return;
  const tone = sound.createOscillator(), loud = sound.createGain(), now = sound.currentTime;
  tone.frequency.value = 660;
  loud.gain.setValueAtTime(0.2, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.4);
  tone.connect(loud).connect(sound.destination);
  tone.start(now);
  tone.stop(now + 0.4);
}

function setUp() {
  const form = document.querySelector("#answer"), line = document.querySelector(".say [name=line]");
  for (const box of document.querySelectorAll(".cover")) {
    box.hidden = false;
    box.addEventListener("change", (event) => { box.parentElement.querySelector(".cards")?.toggleAttribute("hidden", event.target.checked); });
  }
  const quiet = document.querySelector("#quiet");
  if (quiet && (navigator.vibrate || Sound)) {
    quiet.closest("label").hidden = false;
    quiet.checked = localStorage.getItem("quiet") === "1";
    quiet.addEventListener("change", () => localStorage.setItem("quiet", quiet.checked ? "1" : "0"));
  }
  if (!form || !line) return;
  const will = document.querySelector(".will"), usual = [...will.childNodes], parts = form.hasAttribute("data-parts");
  document.querySelector("main").addEventListener("change", (event) => {
    const picked = event.target;
    if (picked.name !== "move") return;
    if (parts) {
      const whole = picked.value.includes(",") || ["done", "best"].includes(picked.value) || ["", "done", "best"].includes(line.value);
      line.value = whole ? picked.value : line.value + ", " + picked.value;
      picked.checked = false;
    } else line.value = picked.value;
    const detail = picked.closest("label").querySelector("small");
    const rules = document.createElement("a");
    rules.className = "target"; rules.textContent = "rules";
    rules.href = "/rules?q=" + encodeURIComponent("may I " + picked.value);
    will.replaceChildren(detail && !detail.classList.contains("tag") ? picked.value + ": " + detail.textContent : picked.value, " ", rules);
    will.hidden = false;
  });
  line.addEventListener("input", () => {
    for (const one of document.querySelectorAll("[name=move]:checked")) one.checked = false;
    will.replaceChildren(...usual);
    will.hidden = !usual.length;
    draw();
    narrow();
  });
  // Many options are narrowed to those that have what is typed; all of them, if none has.
  function narrow() {
    const all = [...form.querySelectorAll("label.option")], words = line.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (one) => words.every((word) => (one.textContent + " " + one.querySelector("input").value).toLowerCase().includes(word));
    const some = all.length > 8 && all.some(fits);
    for (const one of all) one.hidden = some && !fits(one);
    for (const group of form.querySelectorAll(".group")) group.hidden = some && !group.querySelector("label.option:not([hidden])") && !group.querySelector("a.option");
  }
  const count = Number(form.dataset.count), faces = document.querySelector("#faces"), slots = document.querySelector("#slots");
  function draw() {
    if (!count || !slots) return;
    const dice = line.value.split(/[^0-9]+/).filter(Boolean).slice(0, count);
    slots.replaceChildren(...Array.from({ length: count }, (_, at) => {
      const die = document.createElement("span");
      die.className = at < dice.length ? "die" : "die empty";
      die.textContent = at < dice.length ? dice[at] : slots.classList.contains("many") ? "?" : "die " + (at + 1);
      return die;
    }));
    for (const face of faces.children) face.disabled = face.value !== "" && dice.length >= count;
  }
  const words = document.querySelector("#words");
  if (words) {
    words.hidden = false;
    words.addEventListener("click", (event) => {
      const word = event.target.value;
      if (word === undefined) return;
      line.value = word === "" ? line.value.replace(/,$|\s*[^\s,]+$/, "") : word === "," ? line.value + "," : (line.value + " " + word).trim();
    });
  }
  const counter = document.querySelector("#count");
  if (counter) {
    counter.hidden = false;
    const { least, most, usual } = counter.dataset;
    counter.addEventListener("click", (event) => {
      if (!event.target.value) return;
      const stands = /^\d+$/.test(line.value.trim()) ? Number(line.value) : Number(usual);
      line.value = Math.max(Number(least), Math.min(most === "" ? Infinity : Number(most), stands + Number(event.target.value)));
    });
  }
  if (count && faces) {
    faces.hidden = false;
    const undo = document.createElement("button");
    undo.type = "button"; undo.className = "quiet"; undo.textContent = "undo die";
    undo.addEventListener("click", () => { line.value = line.value.split(/[^0-9]+/).filter(Boolean).slice(0, -1).join(" "); draw(); });
    faces.after(undo);
    faces.addEventListener("click", (event) => {
      if (event.target.value === undefined || event.target.disabled) return;
      line.value = (line.value + " " + event.target.value).trim();
      draw();
    });
    draw();
  }
}

// Another page takes the place of this one; what was typed to the same question stays. Who taps twice, or has just
// begun to tap, hasn't read a new question: its usual answer isn't taken at once.
const LEAST = 600;
let fresh = 0;
const named = (one) => one?.getAttribute("name") ? `[name="${one.name}"]${one.type === "radio" ? `[value="${CSS.escape(one.value)}"]` : ""}`
  : one?.getAttribute("href") ? `[href="${CSS.escape(one.getAttribute("href"))}"]` : null;
function show(page, own = false) {
  const had = named(document.activeElement), typed = document.querySelector(".say [name=line]")?.value, place = document.querySelector("[name=place]")?.value;
  document.title = page.title;
  document.body.replaceWith(page.body);
  const line = document.querySelector(".say [name=line]"), now = document.querySelector("[name=place]")?.value;
  if (typed && line && place === now) line.value = typed;
  setUp();
  fit();
  mark();
  if (own) document.querySelector("h1")?.focus({ preventScroll: true }); // what is asked next is read out
  else if (had) document.querySelector(had)?.focus({ preventScroll: true });
  if (place !== now) fresh = Date.now();
  if (document.querySelector(".asked") && place !== now && !own) call();
}

async function read(answer) {
  if (answer.status >= 500) throw new Error("not now");
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

async function look() {
  const scroll = window.scrollY, answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
  show(await read(answer));
  window.scrollTo(0, scroll);
  return answer.ok;
}

// A form is sent without leaving the page: what is sent while the connection is lost can be sent again as it stands.
let sending = false;
addEventListener("submit", async (event) => {
  const form = event.target, lost = document.querySelector("#lost");
  if (form.method !== "post" || form.action.endsWith("/join")) return;
  event.preventDefault();
  if (sending || (event.submitter?.matches(".say > .make") && form.id === "answer" && !document.querySelector(".say [name=line]").value && Date.now() - fresh < LEAST)) return;
  sending = true;
  try {
    await Promise.race([looking, new Promise((done) => { setTimeout(done, LEAST); })]).catch(() => {}); // its page isn't shown over this one's
    const said = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) said.append(event.submitter.name, event.submitter.value);
    const answer = await fetch(form.action, { method: "POST", body: said }), page = await read(answer);
    history[location.pathname === new URL(answer.url).pathname ? "replaceState" : "pushState"](null, "", answer.url);
    document.querySelectorAll(".say [name=line]").forEach((line) => { line.value = ""; });
    show(page, true);
    window.scrollTo(0, 0);
  } catch {
    lost?.removeAttribute("hidden");
  } finally {
    sending = false;
    news();
  }
});
addEventListener("popstate", () => location.reload());

// A television has no scroll bar: its letters shrink until all fits, in one column or in two.
function fit() {
  const root = document.documentElement, main = document.querySelector("main"), shown = document.querySelector(".tv .large");
  root.style.fontSize = "";
  if (!shown || !matchMedia("(min-width: 64rem)").matches) return;
  const most = parseFloat(getComputedStyle(root).fontSize);
  const fits = () => main.scrollHeight <= innerHeight && main.scrollWidth <= innerWidth && [...shown.children].every((one) => one.scrollWidth <= one.clientWidth + 1);
  const size = (two) => {
    shown.classList.toggle("two", two);
    let size = most;
    for (root.style.fontSize = ""; size > most * 0.45 && !fits(); root.style.fontSize = size + "px") size *= 0.96;
    return size;
  };
  if (size(false) >= size(true)) size(false);
}

addEventListener("resize", fit);
setUp();
fit();
// What is new comes by a stream. One that a browser has given up begins again, after a look whether one may still come.
let told = "", looking = false, due = false;
// Who must decide and looks at another page sees it at the place where it is done.
function mark() {
  const there = document.querySelector(".places [href='/']:not([aria-current])");
  there?.classList.toggle("due", due);
  there?.setAttribute("aria-label", due ? "Decide: it is your decision" : "Decide");
}
function behind() {
  const [run, number] = told.split("."), [ours, shown] = body().dataset.version.split(".");
  return told !== "" && (run !== ours || Number(number) > Number(shown));
}
async function news() {
  if (sending || looking || !behind()) return;
  looking = look();
  try { await looking; } catch { setTimeout(news, 2000); return; } finally { looking = false; }
  news();
}
let stream = null;
function listen() {
  const lost = () => document.querySelector("#lost");
  stream?.close();
  stream = new EventSource("/stream");
  stream.addEventListener("open", () => { lost()?.setAttribute("hidden", ""); });
  stream.addEventListener("error", () => {
    lost()?.removeAttribute("hidden");
    if (stream.readyState === EventSource.CLOSED) setTimeout(again, 2000);
  });
  stream.addEventListener("message", (event) => {
    const before = due;
    told = event.data.split(" ")[0];
    due = event.data.endsWith(" 1");
    mark();
    if (due && !before && !document.querySelector(".say")) call();
    news();
  });
}
async function again() {
  try { if (await look()) listen(); } catch { setTimeout(again, 2000); }
}
// A telephone that slept doesn't know whether its stream still comes.
let slept = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) slept = Date.now();
  else if (stream && Date.now() - slept > 5000) again();
});
if (!document.querySelector("[name=key]")) listen();
