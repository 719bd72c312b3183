import { useState } from 'react'
import { LANGUAGE_NAMES, STORED_LANGUAGES, storedLanguage } from '#platform/shared/languages.ts'
import {
  FOOTER_LABEL_MAX_LENGTH,
  type FooterLink,
  MAX_FOOTER_LINKS,
} from '#platform/shared/settings/footer-links.ts'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { TextField } from '#platform/web/ui/forms/form-fields.tsx'
import classes from './settings.module.css'
import { useProblemProps } from './use-problem-props.ts'
import type { SettingForm } from './use-setting-form.ts'

const EMPTY: FooterLink = { label: { de: '', en: '', fr: '' }, url: '' }

/** A key that a row keeps while it is moved. The link itself changes with each keystroke. */
function useRowIds(count: number) {
  const [{ ids, next }, setIds] = useState({ ids: [] as number[], next: 0 })
  const missing = Math.max(0, count - ids.length)
  const all = [...ids, ...Array.from({ length: missing }, (_, n) => next + n)].slice(0, count)
  const arrange = (change: (ids: number[]) => number[]) =>
    setIds({ ids: change(all), next: next + missing })
  return { ids: all, arrange }
}

const without = <T,>(list: readonly T[], at: number) => list.filter((_, index) => index !== at)

/** The list with one entry moved up by one place. */
const raised = <T,>(list: readonly T[], at: number) => {
  const moved = list.slice(at, at + 1)
  const rest = without(list, at)
  return [...rest.slice(0, at - 1), ...moved, ...rest.slice(at - 1)]
}

/** Links in the footer of every page, in order. */
export function LinksFields({ value: links, change, problems }: SettingForm<FooterLink[]>) {
  const { t } = useTranslation('admin-settings')
  const rows = useRowIds(links.length)
  const set = (at: number, link: FooterLink) => change(links.with(at, link))
  return (
    <>
      {links.length === 0 ? <p>{t('links.empty')}</p> : null}
      {links.map((link, at) => (
        <LinkRow
          key={rows.ids[at]}
          at={at}
          link={link}
          problems={problems}
          change={(changed) => set(at, changed)}
          onRemove={() => {
            rows.arrange((ids) => without(ids, at))
            change(without(links, at))
          }}
          onRaise={() => {
            rows.arrange((ids) => raised(ids, at))
            change(raised(links, at))
          }}
        />
      ))}
      <div>
        <AppButton
          tone="secondary"
          disabled={links.length >= MAX_FOOTER_LINKS}
          onClick={() => change([...links, EMPTY])}
        >
          {t('links.add')}
        </AppButton>
      </div>
      <p className={classes.origin}>{t('links.most', { count: MAX_FOOTER_LINKS })}</p>
    </>
  )
}

interface LinkRowProps {
  at: number
  link: FooterLink
  problems: SettingForm<unknown>['problems']
  change: (link: FooterLink) => void
  onRemove: () => void
  onRaise: () => void
}

function LinkRow({ at, link, problems, change, onRemove, onRaise }: LinkRowProps) {
  const { t } = useTranslation('admin-settings')
  const problemOf = useProblemProps(problems)
  const place = at + 1
  return (
    <fieldset className={classes.row}>
      <legend>
        {t('links.link', { place })} {link.label[storedLanguage(currentLanguage())]}
      </legend>
      <TextField
        label={t('links.url')}
        description={t('links.urlHint')}
        type="url"
        value={link.url}
        {...problemOf(`${at}.url`)}
        onChange={(event) => change({ ...link, url: event.currentTarget.value })}
      />
      <div className={classes.columns}>
        {STORED_LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={LANGUAGE_NAMES[language]}
            lang={language}
            maxLength={FOOTER_LABEL_MAX_LENGTH}
            value={link.label[language]}
            {...problemOf(`${at}.label.${language}`)}
            onChange={(event) =>
              change({ ...link, label: { ...link.label, [language]: event.currentTarget.value } })
            }
          />
        ))}
      </div>
      <div className={classes.rowActions}>
        <AppButton
          tone="quiet"
          disabled={at === 0}
          aria-label={t('links.raiseThis', { place })}
          onClick={onRaise}
        >
          {t('links.raise')}
        </AppButton>
        <AppButton tone="quiet" aria-label={t('links.removeThis', { place })} onClick={onRemove}>
          {t('links.remove')}
        </AppButton>
      </div>
    </fieldset>
  )
}
