import { illustrationSize } from '#app/kit/illustration-sizes.ts'
import { DAY } from '#content/hydration/landing.ts'

/** When one reaches for a stick, on a working day. */
export function Workday() {
  return (
    <section className="desk-day py-section" aria-labelledby="day-title">
      <div className="wrap desk-day-row">
        <h2 id="day-title" className="display text-4xl">
          Tear one at
        </h2>
        <ol>
          {DAY.map(({ time, text, stick }) => (
            <li key={time}>
              <time className="display numeric">{time}</time>
              <p className="text-lg">{text}</p>
              <img {...illustrationSize(stick)} src={stick} alt="" loading="lazy" decoding="async" />
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
