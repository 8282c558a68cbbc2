import { useContext } from 'react'
import { LanguageContext, useWords } from '#app/programme/worker/language.ts'
import { VoiceButton } from '#app/programme/worker/voice-button.tsx'

/** Reads texts aloud in the language of the screens. */
export function SayButton({ text }: { text: string | string[] }) {
  return <VoiceButton text={text} language={useContext(LanguageContext)} words={useWords()} />
}
