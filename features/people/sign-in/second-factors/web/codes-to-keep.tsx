import { useClipboard } from '@mantine/hooks'
import { useConfig } from '#platform/web/data/config.ts'
import { useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import classes from './second-factors.module.css'

/** Shows the recovery codes for the only time. */
export function CodesToKeep({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('second-factors')
  const brand = useConfig()?.brand.name ?? ''
  const { copy, copied } = useClipboard()
  const text = `${[t('codesFile', { brand }), ...codes].join('\n')}\n`
  return (
    <div className={classes.asking}>
      <p>{t('codesLead')}</p>
      <ul className={classes.codes} translate="no" aria-label={t('codesList')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <AppButton tone="secondary" onClick={() => copy(text)}>
          {t(copied ? 'copied' : 'copyCodes')}
        </AppButton>
        <AppButton
          tone="secondary"
          onClick={() => saveFile('codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {t('saveCodes')}
        </AppButton>
      </div>
      <p role="status" className="visually-hidden">
        {copied ? t('copied') : null}
      </p>
      <AppButton fullWidth onClick={onClose}>
        {t('codesDone')}
      </AppButton>
    </div>
  )
}
