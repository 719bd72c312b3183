import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { STATEMENT_MAX_BYTES } from '#features/bank-statements/contract.ts'
import { otherAccountOf, useImportStatement } from '#features/bank-statements/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { Chip } from '#platform/web/ui/chip.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { formatRefno } from '../../refno.ts'
import classes from './order-queue.module.css'

const amountInWords = (amount: number | null, currency: string) =>
  amount === null ? '–' : formatMoney(amount, currency)

/** An IBAN in groups of four, as on paper. */
const inGroups = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Reads a bank statement, and shows what happened to each payment in it. */
export function StatementImport() {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  const input = useRef<HTMLInputElement>(null)
  const importStatement = useImportStatement()
  const take = (file: File | undefined) => {
    if (file) importStatement.mutate(file)
    if (input.current) input.current.value = ''
  }
  const { error, data } = importStatement
  const unreadable = error instanceof ApiError && error.code === 'validation'
  const otherAccount = otherAccountOf(error)
  const tooLarge = error instanceof ApiError && error.code === 'payload_too_large'
  return (
    <section className={classes.card} aria-labelledby="statement">
      <h2 id="statement">{t('matching.import')}</h2>
      <p>{t('matching.file', { size: STATEMENT_MAX_BYTES / 1024 / 1024 })}</p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept=".xml,application/xml,text/xml"
        aria-label={t('matching.choose')}
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
      <AppButton
        loading={importStatement.isPending}
        leftSection={<AdminIcon name="upload" />}
        onClick={() => input.current?.click()}
      >
        {t('matching.choose')}
      </AppButton>
      {error ? (
        <div className={classes.outcome}>
          <Notice kind="error">
            {otherAccount
              ? t('matching.otherAccount', {
                  iban: inGroups(otherAccount.iban),
                  own: otherAccount.own.map(inGroups).join(', '),
                })
              : null}
            {unreadable ? t('matching.unreadable') : null}
            {tooLarge ? t('matching.tooLarge') : null}
            {otherAccount || unreadable || tooLarge ? null : ofError(error)}
          </Notice>
        </div>
      ) : null}
      {data ? (
        <div role="status" className={classes.outcome}>
          <p>
            {t('matching.result', {
              paid: data.paid.length,
              unmatched: data.unmatched.length,
              repeated: data.repeated,
            })}
          </p>
          <ul className={classes.results}>
            {data.paid.map((row) => (
              <Result key={row.order_id} tone="leaf" label={t('matching.matched')}>
                {amountInWords(row.amount, row.currency)}{' '}
                <Link to={adminPaths.screen('orders', row.order_id)}>
                  {formatRefno(row.refno ?? '')}
                </Link>
              </Result>
            ))}
            {data.unmatched.map((row, index) => (
              <Result key={row.id ?? index} tone="yellow" label={t(`reason.${row.reason}`)}>
                {amountInWords(row.amount, row.currency)} {row.payer} {row.text}
              </Result>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

function Result(props: { tone: 'leaf' | 'yellow'; label: string; children: ReactNode }) {
  return (
    <li>
      <Chip tone={props.tone}>{props.label}</Chip>
      <span>{props.children}</span>
    </li>
  )
}
