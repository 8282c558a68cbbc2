import { useContext } from 'react'
import { useHydrated } from '#app/kit/browser-state.ts'
import { Icon } from '#app/kit/icon.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { LanguageContext, SPEECH, useWords } from '#app/worker/language.ts'

/**
 * Reads a text aloud, where the browser can. Its space is reserved, so that nothing moves when it appears.
 */
export function SayButton({ text }: { text: string }) {
  const language = useContext(LanguageContext)
  const words = useWords()
  const canSpeak = useHydrated() && 'speechSynthesis' in window
  if (!canSpeak) return <span className="say-place" aria-hidden="true" />
  return (
    <button type="button" className="say" onClick={() => speak(text, SPEECH[language])}>
      <Icon name={moreIcons.volume2} />
      <VisuallyHidden>
        {words.listen}: {text}
      </VisuallyHidden>
    </button>
  )
}

function speak(text: string, language: string): void {
  const speech = new SpeechSynthesisUtterance(text)
  speech.lang = language
  speech.rate = 0.9
  // Pressed again, it starts over.
  window.speechSynthesis.cancel()
  window.speechSynthesis.speak(speech)
}
