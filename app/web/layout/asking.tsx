import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import {
  loadSecondFactors,
  reloadSecondFactors,
} from '#features/people/sign-in/second-factors/web/data/door.ts'
import { ProofDialog, SecondStepDialog } from '#features/people/sign-in/second-factors/web/door.ts'
import type { Asking } from '#platform/web/data/api-client.ts'
import { queryClient } from '#platform/web/data/query-client.ts'

/** Shows a dialog above everything, outside of the app's tree so that its screens do not change, until it is done. */
function ask<T>(dialog: (onDone: (answer: T) => void) => ReactNode): Promise<T> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise<T>((resolve) => {
    const onDone = (answer: T) => {
      resolve(answer)
      // Not while the dialog is still rendering.
      setTimeout(() => {
        root.unmount()
        place.remove()
      })
    }
    root.render(
      <QueryClientProvider client={queryClient}>
        <Suspense>{dialog(onDone)}</Suspense>
      </QueryClientProvider>,
    )
  })
}

/** Several calls that need a proof at the same time share one dialog. */
let proving: Promise<boolean> | null = null

async function prove(): Promise<boolean> {
  const { proofs } = await loadSecondFactors()
  const proved = await ask<boolean>((onDone) => <ProofDialog proofs={proofs} onDone={onDone} />)
  if (proved) void reloadSecondFactors()
  return proved
}

/** The dialogs for the API client. */
export const asking: Asking = {
  prove() {
    proving ??= prove().finally(() => {
      proving = null
    })
    return proving
  },
  secondStep: (token) =>
    ask<string | null>((onDone) => <SecondStepDialog token={token} onDone={onDone} />),
}
