import { useState } from 'react'
import { currentLanguage, useTranslation } from '#platform/web/start/texts.ts'
import { AppButton } from '#platform/web/ui/app-button.tsx'
import { showToast } from '#platform/web/ui/feedback/toast.ts'
import { SelectField } from '#platform/web/ui/forms/form-fields.tsx'
import { Icon } from '#platform/web/ui/icon.tsx'
import { saveFile } from '#platform/web/ui/save-file.ts'
import { useErrorText } from '#platform/web/ui/words/error-text.ts'
import type { Overview } from '../../contract.admin.ts'
import { countRegionPages, REGION_PAGE_CHOICES, usualRegionPages } from '../../region-pages.ts'
import { useYearlyReport } from './data/overview.ts'
import classes from './overview.module.css'
import { yearsOf } from './period-chooser.tsx'

/** Downloads the yearly report as a PDF, in the language of the page. */
export function YearlyReport({ overview }: { overview: Overview }) {
  const { t } = useTranslation('admin-overview')
  const { ofError } = useErrorText()
  const report = useYearlyReport()
  const years = yearsOf(overview)
  const running = overview.running.slice(0, 4)
  const [year, setYear] = useState(running)
  const sizes = overview.regions.map(({ letterboxes }) => letterboxes)
  const [regionsFrom, setRegionsFrom] = useState(() => `${usualRegionPages(sizes)}`)
  const pagesOf = (from: number) => {
    const regions = countRegionPages(sizes, from)
    const amount = regions === 0 ? 'none' : regions === 1 ? 'one' : 'more'
    return t(`report.regionsFrom.${amount}`, { count: from, regions })
  }
  const save = () =>
    report.mutate(
      { year, lang: currentLanguage(), regions_from: regionsFrom },
      {
        onSuccess: (file) => saveFile(file.name, file),
        onError: (error) => showToast({ kind: 'error', message: ofError(error) }),
      },
    )
  return (
    <section className={classes.report} aria-labelledby="yearly-report">
      <div>
        <h2 id="yearly-report" className={classes.heading}>
          {t('report.title')}
        </h2>
        <p className={classes.what}>{t('report.body')}</p>
      </div>
      <SelectField
        label={t('report.year')}
        value={year}
        data={years.map((value) => ({
          value,
          label: value === running ? t('report.yearSoFar', { year: value }) : value,
        }))}
        onChange={({ currentTarget }) => setYear(currentTarget.value)}
      />
      <SelectField
        label={t('report.regions')}
        value={regionsFrom}
        data={REGION_PAGE_CHOICES.map((from) => ({ value: `${from}`, label: pagesOf(from) }))}
        onChange={({ currentTarget }) => setRegionsFrom(currentTarget.value)}
      />
      <AppButton loading={report.isPending} leftSection={<Icon name="download" />} onClick={save}>
        {t('report.save')}
      </AppButton>
    </section>
  )
}
