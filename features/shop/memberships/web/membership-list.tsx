import { MEMBERSHIP_TIERS } from '#features/shop/orders/products/pricing.ts'
import { serverNow } from '#platform/web/data/server-clock.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Chip } from '#platform/web/ui/chip.tsx'
import rows from '#platform/web/ui/rows.module.css'
import { dateInWords } from '#platform/web/ui/words/date-in-words.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import type { Membership } from '../contract.ts'
import classes from './memberships.module.css'

type State = 'running' | 'coming' | 'ended'

function stateOf({ valid_from, valid_until }: Membership, now: number): State {
  if (Date.parse(valid_until) < now) return 'ended'
  return Date.parse(valid_from) > now ? 'coming' : 'running'
}

const LOOKS = {
  running: { tone: 'leaf', icon: 'check' },
  coming: { tone: 'yellow', icon: 'calendar' },
  ended: { tone: 'sky' },
} as const

/** The paid years, latest first. */
export function MembershipList({ memberships }: { memberships: Membership[] }) {
  const { t } = useTranslation(['memberships', 'orders'])
  const now = serverNow().getTime()
  return (
    <section aria-labelledby="membership-list">
      <h2 id="membership-list" className={classes.heading}>
        {t('list.title')}
      </h2>
      <ul className={rows.list}>
        {memberships.map((membership) => {
          const state = stateOf(membership, now)
          const tier = MEMBERSHIP_TIERS.find(({ amount }) => amount === membership.amount)
          return (
            <li key={membership.order_id} className={rows.row}>
              <div className={rows.text}>
                <p className={rows.name}>
                  {t('list.period', {
                    from: dateInWords(membership.valid_from),
                    until: dateInWords(membership.valid_until),
                  })}
                </p>
                <p className={rows.detail}>
                  {t('list.paid', {
                    tier: tier ? t(`orders:tiers.${tier.name}`) : '',
                    amount: formatMoney(membership.amount, membership.payment_currency),
                    date: dateInWords(membership.order_date),
                  })}
                </p>
              </div>
              <Chip {...LOOKS[state]}>{t(`list.state.${state}`)}</Chip>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
