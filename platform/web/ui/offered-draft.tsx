import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { DraftSchema } from '../data/draft.ts'
import { type DraftOfForm, useOfferedDraft } from '../data/offered-draft.ts'
import { useTranslation } from '../start/texts.ts'
import { AppButton } from './app-button.tsx'
import { Notice } from './feedback/notice.tsx'
import forms from './forms/form.module.css'

interface WithOfferedDraftProps<T> {
  name: string
  /** The saved data, with which the form starts. */
  saved: T
  schema: DraftSchema<T>
  children: (form: DraftOfForm<T>) => ReactNode
}

/** Wraps a form for saved data, and offers unsaved input above it. */
export function WithOfferedDraft<T>({ name, saved, schema, children }: WithOfferedDraftProps<T>) {
  const { t } = useTranslation('profile')
  const draft = useOfferedDraft(name, saved, schema)
  const form = useRef<HTMLDivElement>(null)
  const choose = (choice: () => void) => {
    // The clicked button disappears, so the focus moves to the form.
    flushSync(choice)
    form.current?.focus()
  }
  return (
    <div className={draft.offer === null ? undefined : forms.form}>
      {draft.offer === null ? null : (
        <Notice
          title={t('draft.title')}
          action={
            <div className={forms.choices}>
              <AppButton tone="secondary" onClick={() => choose(draft.accept)}>
                {t('draft.continue')}
              </AppButton>
              <AppButton tone="quiet" onClick={() => choose(draft.discard)}>
                {t('draft.discard')}
              </AppButton>
            </div>
          }
        >
          {t('draft.body')}
        </Notice>
      )}
      <div key={draft.start} ref={form} tabIndex={-1} className={forms.start}>
        {children(draft)}
      </div>
    </div>
  )
}
