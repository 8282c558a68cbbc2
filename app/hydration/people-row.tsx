import { classNames } from '#app/kit/class-names.ts'
import { VisuallyHidden } from '#app/kit/visually-hidden.tsx'
import { filledPeople, PEOPLE_IN_ROW } from './filled-people.ts'

const PLACES = Array.from({ length: PEOPLE_IN_ROW }, (_, place) => place + 1)

/** Five people, the first of them filled. For the eye only. */
export function People({ filled }: { filled: number }) {
  return (
    <span className="people" aria-hidden="true">
      {PLACES.map((place) => (
        <svg
          key={place}
          viewBox="0 0 24 44"
          aria-hidden="true"
          className={classNames('person', place <= filled && 'person-on')}
        >
          <path d="M12 2a6 6 0 1 1 0 12a6 6 0 0 1 0-12ZM3 42V26a9 9 0 0 1 18 0v16Z" />
        </svg>
      ))}
    </span>
  )
}

/** A share as people, filled in proportion; screen readers get the same in words. */
export function PeopleRow({ percentage }: { percentage: number }) {
  const filled = filledPeople(percentage)
  return (
    <p>
      <VisuallyHidden>
        Drawn as {filled} of {PEOPLE_IN_ROW} people, for {percentage}%
      </VisuallyHidden>
      <People filled={filled} />
    </p>
  )
}
