/** The phone's own voices. One text is read at a time, and only when asked for. */
import { useSyncExternalStore } from 'react'
import type { Spoken } from '#app/programme/worker/kit/speech.ts'
import type { Language } from '#shop/programme/worker.ts'

const CHANGED = 'worker-speech'
/** The text being read, or null. A new reading is a new object, so that events of older ones end nothing. */
let saying: { id: string } | null = null

function voiceFor(language: Language): SpeechSynthesisVoice | null {
  if (!('speechSynthesis' in window)) return null
  // Android writes 'hi_IN'.
  const named = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().replace('_', '-')
  const voices = window.speechSynthesis.getVoices().filter((voice) => named(voice).split('-')[0] === language)
  return voices.find((voice) => named(voice) === `${language}-in`) ?? voices[0] ?? null
}

/** True where the phone has a voice for the language; false in the server's HTML. */
export function useHasVoice(language: Language): boolean {
  return useSyncExternalStore(
    followVoices,
    () => voiceFor(language) !== null,
    () => false,
  )
}

/** Many phones name their voices only after a while. */
function followVoices(changed: () => void): () => void {
  const speech = 'speechSynthesis' in window ? window.speechSynthesis : null
  speech?.addEventListener?.('voiceschanged', changed)
  return () => speech?.removeEventListener?.('voiceschanged', changed)
}

/** True while the text of this id is read; without an id, while any is. */
export function useIsSaying(id?: string): boolean {
  return useSyncExternalStore(
    followSaying,
    () => (id === undefined ? saying !== null : saying?.id === id),
    () => false,
  )
}

function followSaying(changed: () => void): () => void {
  addEventListener(CHANGED, changed)
  return () => removeEventListener(CHANGED, changed)
}

function setSaying(to: typeof saying): void {
  saying = to
  dispatchEvent(new Event(CHANGED))
}

/** Reads the utterances in turn. Stops the current ones. */
export function say(id: string, parts: Spoken[]): void {
  window.speechSynthesis.cancel()
  const utterances = parts.map(({ text, language }) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = `${language}-IN`
    utterance.voice = voiceFor(language)
    utterance.rate = 0.9
    return utterance
  })
  const reading = { id }
  setSaying(reading)
  const end = () => {
    if (saying === reading) setSaying(null)
  }
  utterances.at(-1)?.addEventListener('end', end)
  for (const utterance of utterances) {
    utterance.addEventListener('error', end)
    window.speechSynthesis.speak(utterance)
  }
}

/** Stops reading the text of this id. */
export function stopSaying(id: string): void {
  if (saying?.id !== id) return
  window.speechSynthesis.cancel()
  setSaying(null)
}
