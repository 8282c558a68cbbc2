import { useContext } from 'react'
import { VoiceButton } from '#app/programme/worker/kit/voice-button.tsx'
import { LanguageContext, useWords } from '#app/programme/worker/language.ts'

/** Reads texts aloud in the language of the screens. */
export function SayButton({ text }: { text: string | string[] }) {
  return <VoiceButton text={text} language={useContext(LanguageContext)} words={useWords()} />
}
