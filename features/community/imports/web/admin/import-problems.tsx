import { useState } from 'react'
import { itemName, useItems } from '#features/places/items/web/data/door.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { csvFile } from '#platform/web/ui/back-office/csv-file.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Fold } from '#platform/web/ui/fold.tsx'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { LetterboxImport, ProblemGroup } from '../../contract.admin.ts'
import { COLUMNS } from '../../import-columns.ts'
import type { ImportProblem, ProblemKind } from '../../import-problems.ts'
import { rejectsLines } from '../../rejects.ts'
import { useChooseImport, useRejects } from './data/imports.ts'
import classes from './imports.module.css'
import { ProblemRows } from './problem-rows.tsx'

/** Says what is wrong with a file or a row, in the language of the app. */
export function useProblemText(): (problem: ImportProblem) => string {
  const { t } = useTranslation('admin-imports')
  const columnName = (name: string) => {
    const column = COLUMNS.find((each) => each === name)
    return column ? t(`column.${column}`) : name
  }
  const countries = new Intl.DisplayNames([currentLanguage()], { type: 'region' })
  return ({ code, values }) => {
    const named = { ...values }
    for (const name of ['column', 'columns']) {
      const columns = code === 'too_many_fields' ? undefined : values[name]
      if (columns) named[name] = columns.split(', ').map(columnName).join(', ')
    }
    if (values.country) named.country = countries.of(values.country) ?? values.country
    return t(`problems.${code}`, named)
  }
}

/** An error or a notice, in the language of the app. */
export function ProblemText({ problem }: { problem: ImportProblem }) {
  return <>{useProblemText()(problem)}</>
}

/** Values of the select: nothing chosen yet, and name skipped. */
const UNDECIDED = ''
const NONE = 'none'

type Choices = Record<string, string>

interface ItemChoiceProps {
  group: ProblemGroup
  value: string
  onChange: (value: string) => void
}

/** Chooses the sticker for an unknown name, for all its rows. */
function ItemChoice({ group: { values }, value, onChange }: ItemChoiceProps) {
  const { t } = useTranslation('admin-imports')
  const { data: items = [] } = useItems()
  const suggested = items.find(({ id }) => `${id}` === values.item_id)
  const others = items
    .filter((item) => item !== suggested && item.active && item.sticker)
    .map((item) => ({ value: `${item.id}`, label: itemName(item, currentLanguage()) }))
    .sort((a, b) => a.label.localeCompare(b.label, currentLanguage()))
  const data = [
    { value: UNDECIDED, label: t('choice.undecided') },
    ...(suggested
      ? [{ value: `${suggested.id}`, label: itemName(suggested, currentLanguage()) }]
      : []),
    { value: NONE, label: t('choice.none') },
    ...others,
  ]
  return (
    <SelectField
      label={t('choice.label', { name: values.text ?? '' })}
      value={value}
      data={data}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const isAboutItem = ({ code }: ProblemGroup) =>
  code === 'item_unknown' || code === 'item_unknown_suggested'

interface GroupProps {
  group: ProblemGroup
  /** Null if choices are not possible any more. */
  choices: Choices | null
  onChoose: (name: string, value: string) => void
}

/** All rows with the same problem. */
function Group({ group, choices, onChoose }: GroupProps) {
  const { t } = useTranslation('admin-imports')
  const say = useProblemText()
  const { count, rows, values } = group
  const name = values.text ?? ''
  const isSame = rows.every((row) => say(row) === say(group))
  return (
    <li className={classes.group}>
      <p>
        <strong>{t('rowsOf', { count })}</strong>{' '}
        {isSame ? say(group) : t('such', { text: say(group) })}
      </p>
      {isSame ? (
        <p className={classes.hint}>
          {t('lines', { count, lines: rows.map(({ line }) => line).join(', ') })}
          {rows.length < count ? ' …' : null}
        </p>
      ) : (
        <Fold label={t('eachRow')}>
          <ul className={classes.eachRow}>
            {rows.map((row) => (
              <li key={row.line}>
                <span className={classes.line}>{t('line', { line: row.line })}</span>
                <span>{say(row)}</span>
              </li>
            ))}
          </ul>
          {rows.length < count ? (
            <p className={classes.hint}>{t('firstOnly', { shown: rows.length })}</p>
          ) : null}
        </Fold>
      )}
      {choices && isAboutItem(group) ? (
        <ItemChoice
          group={group}
          value={choices[name] ?? UNDECIDED}
          onChange={(value) => onChoose(name, value)}
        />
      ) : null}
    </li>
  )
}

interface ProblemGroupsProps {
  kind: ProblemKind
  current: LetterboxImport
}

/** After an import only the skipped rows are kept. */
const hasRows = ({ status }: LetterboxImport, kind: ProblemKind) =>
  kind === 'rejections' || status === 'ready'

/** Rows that are skipped or imported with a difference from the file, grouped by problem. */
export function ProblemGroups({ kind, current }: ProblemGroupsProps) {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const choose = useChooseImport()
  const [choices, setChoices] = useState<Choices>({})
  const groups = current[kind]
  if (groups.length === 0) return null
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const decided = Object.entries(choices).filter(([, value]) => value !== UNDECIDED)
  const send = () => {
    const items = Object.fromEntries(
      decided.map(([name, value]) => [name, value === NONE ? null : Number(value)]),
    )
    choose.mutate({ ...current, columns: {}, items }, { onSuccess: () => setChoices({}) })
  }
  const canChoose = current.status === 'ready' && groups.some(isAboutItem)
  return (
    <section aria-labelledby={`import-${kind}`}>
      <h2 id={`import-${kind}`} className={classes.heading}>
        {t(`${kind}.title`, { count })}
      </h2>
      <p className={classes.hint}>{t(`${kind}.body`)}</p>
      {kind === 'rejections' ? <RejectsButton current={current} /> : null}
      <ul className={classes.problems}>
        {groups.map((group) => (
          <Group
            key={`${group.code} ${JSON.stringify(group.values)}`}
            group={group}
            choices={canChoose ? choices : null}
            onChoose={(name, value) => setChoices({ ...choices, [name]: value })}
          />
        ))}
      </ul>
      {canChoose ? (
        <div className={classes.actions}>
          <AppButton
            tone="secondary"
            loading={choose.isPending}
            disabled={decided.length === 0}
            onClick={send}
          >
            {t('choice.send')}
          </AppButton>
        </div>
      ) : null}
      {choose.error ? <Notice kind="error">{ofError(choose.error)}</Notice> : null}
      {count > groups.length && hasRows(current, kind) ? (
        <ProblemRows key={current.version} kind={kind} current={current} />
      ) : null}
    </section>
  )
}

/** Downloads the skipped rows with their reasons, to be corrected and imported. */
function RejectsButton({ current: { id, file_name } }: { current: LetterboxImport }) {
  const { t } = useTranslation('admin-imports')
  const { ofError } = useErrorText()
  const say = useProblemText()
  const rejects = useRejects()
  const name = `${file_name.replace(/\.\w+$/, '')}-${t('rejectsFile')}.csv`
  return (
    <>
      <div className={classes.actions}>
        <AppButton
          tone="secondary"
          loading={rejects.isPending}
          leftSection={<Icon name="download" />}
          onClick={() =>
            rejects.mutate(id, {
              onSuccess: (answer) => saveFile(name, csvFile(rejectsLines(answer, say))),
            })
          }
        >
          {t('saveRejects')}
        </AppButton>
      </div>
      {rejects.error ? <Notice kind="error">{ofError(rejects.error)}</Notice> : null}
    </>
  )
}
