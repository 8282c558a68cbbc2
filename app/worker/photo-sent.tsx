import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { WORKER_HOME } from '#app/kit/paths.ts'
import { useWords } from '#app/worker/language.ts'

const SHOWN_MS = 2_000

/** The message after a sent photo; opens the dashboard after two seconds. */
export function PhotoSent() {
  const words = useWords()
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => void navigate(WORKER_HOME), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <section className="panel photo-sent" role="status">
      <Icon name="circle-check" size="l" />
      <h2>{words.sent}</h2>
      <p>{words.sentMore}</p>
      <Link to={WORKER_HOME} className="go">
        {words.toDashboard}
      </Link>
    </section>
  )
}
