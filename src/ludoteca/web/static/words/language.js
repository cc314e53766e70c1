/**
 * Sentences in the page's language. A template is in English, as `t("{count} {count:move|moves} left", { count })`;
 * the catalogue of another language comes with the page, before the scripts (see languages/templates.py for the places).
 */

/** @typedef {Record<string, any>} Places */

/** What the page says instead of each template; a worker is given it too. @returns {Record<string, string>} */
export const catalogue = () => /** @type {any} */ (globalThis).ludotecaCatalogue ?? {};

/** Speak as a page does, in a worker. @param {Record<string, string>} given its catalogue @param {string} spoken its language */
export function speakFrom(given, spoken) {
  Object.assign(globalThis, { ludotecaCatalogue: given, ludotecaLanguage: spoken });
}

/** The language of the page, as `Intl` takes it. */
export function language() {
  return globalThis.document?.documentElement.lang || /** @type {any} */ (globalThis).ludotecaLanguage || "en";
}

/** A template in the page's language, its places still open. @param {string} template */
export function translated(template) {
  if (language() === "xx" && template) return template.startsWith("⟦") ? template : `⟦${template}⟧`; // the server may have said it
  return catalogue()[template] ?? template;
}

/** A sentence in the page's language. @param {string} template @param {Places} [places] */
export function t(template, places = {}) {
  return fill(translated(template), places);
}

/**
 * A sentence that is said when it is shown, in the page's language then; its places may hold others. With `finish` it gets a
 * capital and a full stop.
 * @typedef {{template: string, places?: Places, finish?: string}} Sentence
 */

/** Say such a sentence. @param {Sentence} sentence @param {(template: string) => string} [how] which words it gets @returns {string} */
export function say({ template, places = {}, finish }, how = translated) {
  const given = Object.entries(places).map(([name, value]) => [name, value?.template === undefined ? value : say(value, how)]);
  const said = fill(how(template), Object.fromEntries(given));
  return finish ? sentence(said) : said;
}

/** A sentence as records and programs have it. @param {Sentence} sentence */
export function inEnglish(sentence) {
  return say(sentence, (template) => template);
}

/**
 * Templates that are said later, by `t`, as they are: for constants, so that they are found for the catalogue.
 * @template T
 * @param {T} templates
 * @returns {T}
 */
export function translatable(templates) {
  return templates;
}

/** A template with its places filled in. @param {string} template @param {Places} places */
export function fill(template, places) {
  return template.replace(/\{(\w[\w ]*)(?::([^{}]*))?\}/g, (whole, name, form) => {
    const worked = form === undefined ? undefined : places[`${name}:${form}`];
    if (worked !== undefined) return String(worked);
    if (!(name in places)) return whole;
    const value = places[name];
    if (form === "number") return numberInWords(value);
    if (form === "date") return dateInWords(value);
    if (form !== undefined && form in ENGLISH_FORMS) return ENGLISH_FORMS[form](value);
    if (form?.startsWith("[")) return form.slice(1, -1).split(",")[value].trim();
    if (form?.includes("|")) return form.split("|")[value === 1 ? 0 : 1];
    return String(value);
  });
}

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const COLOURS = ["Black", "White", "Red", "Green", "Blue", "Yellow", "Orange", "Purple", "Brown", "Grey", "Pink"];

/** Forms of English sentences, which translations may leave out: two, an 80, a white disc. @type {Record<string, (value: any) => string>} */
const ENGLISH_FORMS = {
  word: (value) => (known() === "en-GB" && NUMBER_WORDS[value]) || String(value),
  article: (value) => (known() === "en-GB" ? `${[8, 11, 18].includes(value) || (value >= 80 && value < 90) ? "an" : "a"} ${value}` : String(value)),
  adjective: (value) => (COLOURS.includes(value) ? value.toLowerCase() : String(value)),
};

/** A number with the language's marks for thousands and fractions. @param {number} value @param {Intl.NumberFormatOptions} [how] */
export function numberInWords(value, how) {
  return new Intl.NumberFormat(known(), how).format(value);
}

/** A day as the language writes it. @param {Date | number} value */
export function dateInWords(value) {
  return new Intl.DateTimeFormat(known(), { day: "numeric", month: "short", year: "numeric" }).format(value);
}

/** The page's language where `Intl` knows it. */
function known() {
  return ["en", "xx"].includes(language()) ? "en-GB" : language();
}

/** A text with a capital. @param {string} text */
export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A reason with its capital and its full stop; "c3 is taken" keeps the cell's name as it is. @param {string} reason */
export function sentence(reason) {
  const isWord = !/[\d_]/.test(reason.split(" ")[0]);
  const first = isWord ? capital(reason) : reason;
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

const PLACE = /\{(\d):([^{}]*)\}/g;

/** @typedef {Record<string, (number: number) => string | Sentence>} Names how cells, players and colours are called */

/**
 * A template with what fills its places: `{0}` a number, `{0:cell}` a name, `{0:stone|stones}` one or several,
 * `{0:[north,south]}` one word of a list.
 * @param {string} template
 * @param {number[]} numbers
 * @param {Names} names
 * @returns {Sentence}
 */
export function filled(template, numbers, names) {
  const named = [...template.matchAll(PLACE)]
    .filter(([, , form]) => names[form])
    .map(([, place, form]) => [`${place}:${form}`, names[form](numbers[Number(place)])]);
  return { template, places: { ...numbers, ...Object.fromEntries(named) } };
}
