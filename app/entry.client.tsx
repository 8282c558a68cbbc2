import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { listenToBack } from '#app/kit/back-button.ts'
import { followPageTranslation } from '#app/kit/page-translation.ts'
import { makePolicy } from '#app/kit/trusted-types.ts'

makePolicy()
listenToBack()
followPageTranslation()

// While presses are sent without scripts (server/defer-hydration.ts), the page is about to be replaced.
if (!document.querySelector('[data-scripts=late] [data-pressed]:not([type=button])'))
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
