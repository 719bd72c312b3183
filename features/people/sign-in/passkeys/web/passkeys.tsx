import { LoadFailure } from '#platform/web/ui/feedback/load-failure.tsx'
import { SkeletonList } from '#platform/web/ui/feedback/skeleton-list.tsx'
import { usePasskeys } from './data/passkeys.ts'
import { PasskeyList } from './passkey-list.tsx'

export function Passkeys({ proposedName }: { proposedName: string }) {
  const passkeys = usePasskeys()
  if (passkeys.isError) {
    return <LoadFailure error={passkeys.error} onRetry={() => passkeys.refetch()} />
  }
  if (!passkeys.data) return <SkeletonList rows={1} rowHeight={72} />
  return <PasskeyList passkeys={passkeys.data} proposedName={proposedName} />
}
