import type { Party } from '#features/lending/conversations/transactions/contract.ts'
import { useTranslation } from '#platform/web/start/texts.ts'

/** What to call the other side: the first name if it is visible, else the street. */
export function usePartyName(): (party: Party | null) => string {
  const { t } = useTranslation('transactions')
  return (party) => {
    if (!party) return t('deletedUser')
    return party.firstname || party.address || t('neighbour')
  }
}

/** Street and town, except for the part already used as the name; empty while hidden. */
export function placeOf(party: Party | null, name: string): string {
  return [party?.address, party?.city].filter((part) => part && part !== name).join(', ')
}
