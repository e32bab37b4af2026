/** Short sounds made here, without files. */

// Frequency in hertz, start and length in seconds.
const SOUNDS = {
  card: [[320, 0, 0.05]],
  turn: [
    [523, 0, 0.09],
    [784, 0.1, 0.14],
  ],
  accent: [
    [392, 0, 0.08],
    [523, 0.08, 0.08],
    [659, 0.16, 0.12],
  ],
  refusal: [[196, 0, 0.14]],
  end: [
    [659, 0, 0.12],
    [523, 0.13, 0.12],
    [392, 0.26, 0.22],
  ],
} as const satisfies Record<string, readonly (readonly [number, number, number])[]>

let context: AudioContext | undefined

/** A sound that there is. */
export type Sound = keyof typeof SOUNDS

/** Plays a sound. */
export function sound(name: Sound): void {
  context ??= new AudioContext()
  void context.resume() // browsers hold sound back until the first touch
  for (const [frequency, start, length] of SOUNDS[name]) {
    const from = context.currentTime + start
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.18, from + 0.01)
    volume.gain.exponentialRampToValueAtTime(0.001, from + length)
    tone.connect(volume).connect(context.destination)
    tone.start(from)
    tone.stop(from + length)
  }
}
