import { MANIFESTO, MISSION, VISION } from '#content/about.ts'

/** Mission and vision side by side, each on its own colour. */
export function MissionAndVision() {
  return (
    <div className="mission">
      <section aria-labelledby="mission">
        <h2 id="mission">Our mission</h2>
        <p className="display text-3xl">{MISSION}</p>
      </section>
      <section aria-labelledby="vision">
        <h2 id="vision">Our vision</h2>
        <p className="display text-2xl">{VISION}</p>
      </section>
    </div>
  )
}

/** What the shop holds to, one ruled line each. */
export function Manifesto() {
  return (
    <section className="py-section" aria-labelledby="manifesto">
      <div className="wrap manifesto">
        <h2 id="manifesto" className="display text-4xl">
          Our manifesto
        </h2>
        <ol>
          {MANIFESTO.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ol>
      </div>
    </section>
  )
}
