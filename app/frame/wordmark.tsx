import { Link } from 'react-router'

/** The brand as live text beside a small ear of ragi. */
export function Wordmark({ brand }: { brand: string }) {
  return (
    <Link to="/" className="wordmark">
      <svg viewBox="-40 -42 80 80" aria-hidden="true" fill="none" stroke="currentColor" strokeLinecap="round">
        <path
          strokeWidth="7.6"
          d="M0 4Q-15.4 2.7 -18.3 -15.6M0 4Q15.4 2.7 18.3 -15.6M0 4Q-13.3 -8.7 -13.8 -26.7M0 4Q13.3 -8.7 13.8 -26.7M0 4Q0 -16 0 -33"
        />
        <path strokeWidth="5.4" d="M0 2V32" />
      </svg>
      {brand}
    </Link>
  )
}
