import { IconButton } from '#app/kit/icon-button.tsx'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { useCarousel } from '#app/marketing/use-carousel.ts'
import { Voice } from '#app/marketing/voice.tsx'
import { VOICES_TITLE } from '#content/home.ts'
import { HOME_VOICES, VOICES_NOTE } from '#content/testimonials.ts'

/** Four voices in a row that snaps: swipe, arrow keys, buttons and dots. Without JavaScript it is a row that scrolls. */
export function Voices() {
  const count = HOME_VOICES.length
  const { index, go, track } = useCarousel(count)
  return (
    <section className="py-section voices" aria-labelledby="voices">
      <div className="wrap voices-head">
        <div>
          <h2 id="voices" className="display text-3xl">
            {VOICES_TITLE}
          </h2>
          <p className="voices-note">{VOICES_NOTE}</p>
        </div>
        <div className="voices-controls needs-js">
          <p aria-live="polite" className="numeric">
            {index + 1} of {count}
          </p>
          <IconButton type="button" icon="arrow-left" label="Previous" onClick={() => go(index - 1)} />
          <IconButton type="button" icon="arrow-right" label="Next" onClick={() => go(index + 1)} />
        </div>
      </div>
      {/* biome-ignore-start lint/a11y: what scrolls must be reachable by keyboard, and a fieldset is for fields */}
      <div {...track} className="voices-track" role="group" aria-labelledby="voices" tabIndex={0}>
        {HOME_VOICES.map((voice) => (
          <Voice key={voice.id} voice={voice} />
        ))}
      </div>
      {/* biome-ignore-end lint/a11y: as above */}
      <Dots index={index} go={go} />
    </section>
  )
}

function Dots({ index, go }: { index: number; go: (to: number) => void }) {
  return (
    <ol className="wrap voices-dots needs-js">
      {HOME_VOICES.map((voice, at) => (
        <li key={voice.id}>
          <button type="button" aria-current={at === index ? 'true' : undefined} onClick={() => go(at)}>
            <VisuallyHidden>
              Voice {at + 1}: {voice.name}
            </VisuallyHidden>
          </button>
        </li>
      ))}
    </ol>
  )
}
