/** Reads texts aloud with the phone's own voices, one text at a time. */
import { useSyncExternalStore } from 'react'
import type { Phrase } from '#app/programme/worker/kit/speech.ts'
import type { Language } from '#shop/programme/worker.ts'

const CHANGE_EVENT = 'worker-speech'
/** The text being read, or null. Each reading is a new object, so that events of an earlier one do not end it. */
let saying: { id: string } | null = null

function voiceFor(language: Language): SpeechSynthesisVoice | null {
  if (!('speechSynthesis' in window)) return null
  // Android writes 'hi_IN'.
  const tagOf = (voice: SpeechSynthesisVoice) => voice.lang.toLowerCase().replace('_', '-')
  const voices = window.speechSynthesis.getVoices().filter((voice) => tagOf(voice).split('-')[0] === language)
  return voices.find((voice) => tagOf(voice) === `${language}-in`) ?? voices[0] ?? null
}

/** True if the phone has a voice for the language; false on the server. */
export function useHasVoice(language: Language): boolean {
  return useSyncExternalStore(
    followVoices,
    () => voiceFor(language) !== null,
    () => false,
  )
}

/** Many phones list their voices only after a while. */
function followVoices(changed: () => void): () => void {
  const speech = 'speechSynthesis' in window ? window.speechSynthesis : null
  speech?.addEventListener?.('voiceschanged', changed)
  return () => speech?.removeEventListener?.('voiceschanged', changed)
}

/** True while the text with this id is being read. Without an id, true while any text is being read. */
export function useIsSaying(id?: string): boolean {
  return useSyncExternalStore(
    followSaying,
    () => (id === undefined ? saying !== null : saying?.id === id),
    () => false,
  )
}

function followSaying(changed: () => void): () => void {
  addEventListener(CHANGE_EVENT, changed)
  return () => removeEventListener(CHANGE_EVENT, changed)
}

function setSaying(reading: typeof saying): void {
  saying = reading
  dispatchEvent(new Event(CHANGE_EVENT))
}

/** Reads the parts one after another, after stopping the current text. */
export function say(id: string, parts: Phrase[]): void {
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
