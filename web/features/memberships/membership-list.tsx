import type { Membership } from '@letterlend/contract/memberships.ts'
import { MEMBERSHIP_TIERS } from '@letterlend/contract/order-pricing.ts'
import { useTranslation } from '../../start/texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { dateInWords } from '../../ui/date-in-words.ts'
import { formatMoney } from '../../ui/money.ts'
import rows from '../../ui/rows.module.css'
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

/** The years that were paid for, the latest first. */
export function MembershipList({ memberships }: { memberships: Membership[] }) {
  const { t } = useTranslation(['memberships', 'orders'])
  const now = Date.now()
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
