import { useRootData } from '#app/frame/use-root-data.ts'

type ReviewAnswerProps = { answer: { text: string; at: string; day: string } | null }

/** The shop's public answer below a review. */
export function ReviewAnswer({ answer }: ReviewAnswerProps) {
  const brand = useRootData()?.brand
  if (!answer) return null
  return (
    <div className="review-answer">
      <p>
        <b>{brand} answers</b> <time dateTime={answer.at}>{answer.day}</time>
      </p>
      <p>{answer.text}</p>
    </div>
  )
}
