import type { StoredLanguage } from '#platform/shared/languages.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { AdminIcon } from '#platform/web/ui/back-office/admin-icon.tsx'
import { SelectField, TextField } from '#platform/web/ui/forms/form-fields.tsx'
import { nameFieldOf } from '../../best-text.ts'
import { type AnnouncementAction, MAX_ACTIONS, readActions } from '../../contract.ts'
import classes from './announcement-admin.module.css'
import { BUTTON_COLORS, BUTTON_PALETTE, colorOf } from './button-palette.ts'

const NAME_MAX_LENGTH = 60
const ANSWERS = ['agree', 'no', 'yes', ''] as const

/** The buttons while they are being typed: one without a name stays. */
function typedActions(text: string): AnnouncementAction[] {
  const parsedActions = readActions(text)
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list)
      ? list.filter((each) => typeof each === 'object' && each)
      : parsedActions
  } catch {
    return parsedActions
  }
}

interface AnnouncementButtonsProps {
  language: StoredLanguage
  /** JSON text, as stored in the announcement. */
  actions: string
  onChange: (actions: string) => void
}

/** Editor for the buttons: name, answer and colour of each. */
export function AnnouncementButtons({ language, actions, onChange }: AnnouncementButtonsProps) {
  const { t } = useTranslation('admin-announcements')
  const list = typedActions(actions)
  const write = (next: AnnouncementAction[]) => onChange(JSON.stringify(next))
  const change = (at: number, part: Partial<AnnouncementAction>) =>
    write(list.map((each, index) => (index === at ? { ...each, ...part } : each)))
  const nameField = nameFieldOf(language)
  return (
    <fieldset className={classes.buttons}>
      <legend className={classes.legend}>{t('buttons.title')}</legend>
      <p className={classes.muted}>{t('buttons.hint')}</p>
      {list.map((action, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a button
        <div key={index} className={classes.button}>
          <TextField
            label={t('buttons.name', { number: index + 1 })}
            lang={language}
            maxLength={NAME_MAX_LENGTH}
            optional
            value={action[nameField] ?? ''}
            onChange={(event) => change(index, { [nameField]: event.currentTarget.value })}
          />
          <SelectField
            label={t('buttons.answer')}
            value={ANSWERS.find((answer) => answer === action.emit) ?? ''}
            data={ANSWERS.map((value) => ({ value, label: t(`answers.${value || 'none'}`) }))}
            onChange={(event) => change(index, { emit: event.currentTarget.value })}
          />
          <SelectField
            label={t('buttons.color')}
            value={colorOf(action) ?? 'other'}
            data={[
              ...BUTTON_COLORS.map((value) => ({ value, label: t(`colors.${value}`) })),
              ...(colorOf(action) === null ? [{ value: 'other', label: t('colors.other') }] : []),
            ]}
            onChange={(event) => {
              const name = BUTTON_COLORS.find((each) => each === event.currentTarget.value)
              if (name) change(index, BUTTON_PALETTE[name] ?? { bg_color: null, color: null })
            }}
          />
          <AppButton
            tone="quiet"
            onClick={() => write(list.filter((_each, other) => other !== index))}
          >
            {t('buttons.remove', { number: index + 1 })}
          </AppButton>
        </div>
      ))}
      {list.length < MAX_ACTIONS ? (
        <div>
          <AppButton
            tone="secondary"
            leftSection={<AdminIcon name="plus" />}
            onClick={() => write([...list, { name: '', emit: '' }])}
          >
            {t('buttons.add')}
          </AppButton>
        </div>
      ) : null}
    </fieldset>
  )
}
