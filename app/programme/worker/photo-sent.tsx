import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { useWords } from '#app/programme/words/words.ts'
import { GoLink } from '#app/programme/worker/kit/messages.tsx'
import { SayButton } from '#app/programme/worker/kit/say-button.tsx'
import { useIsSaying } from '#app/programme/worker/kit/voice.ts'

const DISPLAY_MS = 2_000

/** The message after a photo was sent. It opens the dashboard after two seconds, or when it has been read aloud. */
export function PhotoSent() {
  const words = useWords()
  const navigate = useNavigate()
  const isSaying = useIsSaying()
  useEffect(() => {
    if (isSaying) return
    const timer = setTimeout(() => void navigate(WORKER_HOME), DISPLAY_MS)
    return () => clearTimeout(timer)
  }, [navigate, isSaying])
  return (
    <section className="panel photo-sent">
      <div className="task-head">
        <Icon name="circle-check" size="l" />
        <div role="status">
          <h2>{words.photo.sent}</h2>
          <p>{words.photo.sentMore}</p>
        </div>
        <SayButton text={[words.photo.sent, words.photo.sentMore]} />
      </div>
      <BackToWork />
    </section>
  )
}

export function BackToWork() {
  return (
    <GoLink to={WORKER_HOME} icon={phoneIcons.house}>
      {useWords().screens.toDashboard}
    </GoLink>
  )
}
