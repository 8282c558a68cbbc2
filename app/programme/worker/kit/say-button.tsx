import { useEffect, useId } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useReader } from '#app/programme/words/words.ts'
import { joinSentences, toPhrases } from '#app/programme/worker/kit/speech.ts'
import { say, stopSaying, useHasVoice, useIsSaying } from '#app/programme/worker/kit/voice.ts'

/**
 * A button that reads texts aloud in the reader's language, and stops when it is pressed again. Shown only if the phone
 * has a voice for the language; its space is reserved, so that nothing moves when it appears.
 */
export function SayButton({ text }: { text: string | string[] }) {
  const { language, words: all } = useReader()
  const words = all.voice
  const id = useId()
  const isSaying = useIsSaying(id)
  const hasVoice = useHasVoice(language)
  // Stops reading when the text changes.
  useEffect(() => () => stopSaying(id), [id])
  if (!hasVoice) return <span className="say-place" aria-hidden="true" />
  const fullText = joinSentences([text].flat(), words.speech.pause)
  const press = () => (isSaying ? stopSaying(id) : say(id, toPhrases(fullText, language, words.speech)))
  return (
    <button type="button" className="say" data-saying={isSaying || undefined} onClick={press}>
      <Icon name={isSaying ? phoneIcons.square : phoneIcons.volume2} />
      <VisuallyHidden>
        {isSaying ? words.stop : words.listen}: {fullText}
      </VisuallyHidden>
    </button>
  )
}
