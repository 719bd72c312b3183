import { useEffect, useRef } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { Icon } from '#platform/web/ui/icon.tsx'
import type { Letterbox } from '../../contract.ts'
import classes from './resellers.module.css'

/** The owner's name if it is shown, otherwise the address. */
export function resellerName({ firstname, lastname, address }: Letterbox): string {
  return [firstname, lastname].filter(Boolean).join(' ') || address
}

interface ResellerCardProps {
  reseller: Letterbox
  onClose: () => void
}

/** Content of a reseller's popup. Takes the focus, so that screen readers announce it. */
export function ResellerCard({ reseller, onClose }: ResellerCardProps) {
  const { t } = useTranslation(['resellers', 'letterboxes'])
  const card = useRef<HTMLDivElement>(null)
  const { id, address, address_addition, postcode, city, email } = reseller
  const name = resellerName(reseller)
  useEffect(() => {
    if (id) card.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <div
      ref={card}
      role="dialog"
      tabIndex={-1}
      aria-label={name}
      className={classes.card}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <p className={classes.role}>{t('letterboxes:role.reseller')}</p>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.lines}>
        {address}
        {address_addition ? `, ${address_addition}` : null}
        <br />
        {postcode} {city}
      </p>
      {email ? (
        <a className={classes.contact} href={`mailto:${email}`}>
          <Icon name="email" size={20} />
          <span>
            {t('contact')}
            <span className={classes.email}>{email}</span>
          </span>
        </a>
      ) : null}
      <button
        type="button"
        className={classes.close}
        aria-label={t('close')}
        title={t('close')}
        onClick={onClose}
      >
        <Icon name="close" size={22} />
      </button>
    </div>
  )
}
