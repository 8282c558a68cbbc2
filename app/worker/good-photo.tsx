import { Icon } from '#app/kit/icon.tsx'
import { useWords } from '#app/worker/language.ts'

/** What a photo should look like, drawn. */
export function GoodPhoto() {
  const words = useWords()
  const examples = [
    { kind: 'good', words: words.goodFull },
    { kind: 'cut', words: words.badCut },
    { kind: 'dark', words: words.badDark },
  ]
  return (
    <section className="panel">
      <h2>{words.goodPhoto}</h2>
      <ul className="good-photo">
        {examples.map((example) => (
          <li key={example.kind} data-kind={example.kind}>
            <span className="good-photo-picture">
              <img src="/illustrations/work-box.svg" alt="" width="80" height="80" loading="lazy" />
            </span>
            <p>
              <Icon name={example.kind === 'good' ? 'check' : 'x'} strokeWidth={3} />
              {example.words}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
