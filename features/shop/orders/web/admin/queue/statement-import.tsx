import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { STATEMENT_MAX_BYTES } from '#features/shop/orders/bank-statements/contract.admin.ts'
import {
  type ImportedFile,
  otherAccountOf,
  useImportStatements,
} from '#features/shop/orders/bank-statements/web/data/door.ts'
import { adminPaths } from '#platform/shared/admin-paths.ts'
import { ApiError } from '#platform/web/data/api-client.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { Chip } from '#platform/web/ui/chip.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import { formatMoney } from '#platform/web/ui/words/money.ts'
import { formatRefno } from '../../../refno.ts'
import classes from './order-queue.module.css'

const amountInWords = (amount: number | null, currency: string) =>
  amount === null ? '–' : formatMoney(amount, currency)

/** Formats an IBAN in groups of four, as on paper. */
const inGroups = (iban: string) => iban.replace(/(.{4})(?=.)/g, '$1 ')

/** Reads bank statements and shows the result for each payment. */
export function StatementImport() {
  const { t } = useTranslation('admin-orders')
  const input = useRef<HTMLInputElement>(null)
  const { imports, progress } = useImportStatements()
  const take = (files: FileList | null) => {
    if (files && files.length > 0) imports.mutate([...files])
    if (input.current) input.current.value = ''
  }
  return (
    <section className={classes.card} aria-labelledby="statement">
      <h2 id="statement">{t('matching.import')}</h2>
      <p>{t('matching.file', { size: STATEMENT_MAX_BYTES / 1024 / 1024 })}</p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        aria-label={t('matching.choose')}
        tabIndex={-1}
        onChange={(event) => take(event.currentTarget.files)}
      />
      <AppButton
        loading={imports.isPending}
        leftSection={<AdminIcon name="upload" />}
        onClick={() => input.current?.click()}
      >
        {t('matching.choose')}
      </AppButton>
      {progress ? (
        <p role="status" className={classes.outcome}>
          {t('matching.progress', { done: progress.done, total: progress.total })}
        </p>
      ) : null}
      {imports.data ? (
        <div role="status">
          {imports.data.map((file) => (
            <ImportOutcome key={file.name} file={file} isAlone={imports.data.length === 1} />
          ))}
        </div>
      ) : null}
    </section>
  )
}

/** The result for one file: why it was not read, or what happened to each payment. */
function ImportOutcome({ file, isAlone }: { file: ImportedFile; isAlone: boolean }) {
  const { t } = useTranslation('admin-orders')
  const { result } = file
  return (
    <div className={classes.outcome}>
      {isAlone ? null : <h3>{file.name}</h3>}
      {result === null ? (
        <Notice kind="error">
          <Refusal file={file} />
        </Notice>
      ) : (
        <>
          <p>
            {t('matching.result', {
              paid: result.paid.length,
              unmatched: result.unmatched.length,
              repeated: result.repeated,
            })}
          </p>
          <ul className={classes.results}>
            {result.paid.map((row) => (
              <Result key={row.order_id} tone="leaf" label={t('matching.matched')}>
                {amountInWords(row.amount, row.currency)}{' '}
                <Link to={adminPaths.screen('orders', row.order_id)}>
                  {formatRefno(row.refno ?? '')}
                </Link>
              </Result>
            ))}
            {result.unmatched.map((row, index) => (
              <Result key={row.id ?? index} tone="yellow" label={t(`reason.${row.reason}`)}>
                {amountInWords(row.amount, row.currency)} {row.payer} {row.text}
              </Result>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Why a file was not read. */
function Refusal({ file: { other, error } }: { file: ImportedFile }) {
  const { t } = useTranslation('admin-orders')
  const { ofError } = useErrorText()
  if (other) return t(`matching.otherFile.${other}`)
  const otherAccount = otherAccountOf(error)
  if (otherAccount) {
    const iban = inGroups(otherAccount.iban)
    return t('matching.otherAccount', { iban, own: otherAccount.own.map(inGroups).join(', ') })
  }
  const code = error instanceof ApiError ? error.code : null
  if (code === 'validation') return t('matching.unreadable')
  return code === 'payload_too_large' ? t('matching.tooLarge') : ofError(error)
}

function Result(props: { tone: 'leaf' | 'yellow'; label: string; children: ReactNode }) {
  return (
    <li>
      <Chip tone={props.tone}>{props.label}</Chip>
      <span>{props.children}</span>
    </li>
  )
}
