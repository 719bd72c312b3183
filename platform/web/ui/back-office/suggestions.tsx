import type { Language } from '#platform/shared/languages.ts'
import { AppButton } from '../app-button.tsx'
import classes from './suggestions.module.css'

interface Suggestion {
  label: string
  /** The text to insert into the field. */
  text: string
}

interface SuggestionsProps {
  title: string
  suggestions: readonly Suggestion[]
  /** Language of the labels, if not the page's. */
  lang?: Language
  onChoose: (text: string) => void
}

/** Buttons above a field that insert a text to start with. */
export function Suggestions({ title, suggestions, lang, onChoose }: SuggestionsProps) {
  return (
    <fieldset className={classes.root}>
      <legend>{title}</legend>
      {suggestions.map(({ label, text }) => (
        <AppButton
          key={label}
          tone="quiet"
          className={classes.suggestion}
          lang={lang}
          onClick={() => onChoose(text)}
        >
          {label}
        </AppButton>
      ))}
    </fieldset>
  )
}
