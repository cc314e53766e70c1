/** The sounds of a page, if the visitor wants any. */

import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * One knock: a short burst of noise through a narrow band, as a wooden piece sounds on a wooden board.
 * @param {number} [pitch] in Hz
 * @param {number} [loudness]
 */
export function knock(pitch = 900, loudness = 0.35) {
  if (setting("sound") !== "on" || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  const [now, length] = [context.currentTime, 0.07];
  const noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-6 * i) / samples.length);
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 7 });
  const gain = new GainNode(context, { gain: loudness * 4 });
  gain.gain.exponentialRampToValueAtTime(0.001, now + length);
  source.connect(band).connect(gain).connect(context.destination);
  source.start(now);
}
