import { useState } from 'react'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Fold } from '#platform/web/ui/fold.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { LetterboxImport } from '../../contract.admin.ts'
import { COLUMNS, type Column } from '../../import-columns.ts'
import { useChooseImport } from './data/imports.ts'
import classes from './imports.module.css'

const LEFT_OUT = ''

/** What each column of the file holds, with a way to correct it. */
export function ImportColumns({ current }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const choose = useChooseImport()
  const [choices, setChoices] = useState<Record<string, Column | null>>({})
  const { columns, status } = current
  if (columns.length === 0 || (status !== 'ready' && status !== 'failed')) return null
  const isUnclear = status === 'failed' || columns.some(({ name, column }) => name && !column)
  const data = [
    { value: LEFT_OUT, label: t('columnsOf.leftOut') },
    ...COLUMNS.map((column) => ({ value: column, label: t(`column.${column}`) })),
  ]
  const send = () =>
    choose.mutate({ ...current, items: {}, columns: choices }, { onSuccess: () => setChoices({}) })
  return (
    <Fold label={t('columnsOf.title')} open={isUnclear} className={classes.columnsOf}>
      <p className={classes.hint}>{t('columnsOf.body')}</p>
      <ul className={classes.columns}>
        {columns.map(({ index, name, sample, column }) => {
          const chosen = choices[index]
          return (
            <li key={index}>
              <SelectField
                label={name || t('columnsOf.nameless', { number: index + 1 })}
                description={sample ? t('columnsOf.sample', { sample }) : undefined}
                value={(chosen === undefined ? column : chosen) ?? LEFT_OUT}
                data={data}
                onChange={({ currentTarget: { value } }) =>
                  setChoices({
                    ...choices,
                    [index]: COLUMNS.find((each) => each === value) ?? null,
                  })
                }
              />
            </li>
          )
        })}
      </ul>
      <div className={classes.actions}>
        <AppButton
          tone="secondary"
          loading={choose.isPending}
          disabled={Object.keys(choices).length === 0}
          onClick={send}
        >
          {t('choice.send')}
        </AppButton>
      </div>
      {choose.error ? <Notice kind="error">{ofError(choose.error)}</Notice> : null}
    </Fold>
  )
}
