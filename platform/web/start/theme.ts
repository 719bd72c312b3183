import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const ink: MantineColorsTuple = [
  '#eef3f8',
  '#d9e4ee',
  '#b0c7dc',
  '#84a8c9',
  '#608eb9',
  '#487eb0',
  '#3a76ad',
  '#2b6598',
  '#205a89',
  '#16324f',
]

const post: MantineColorsTuple = [
  '#fff8e1',
  '#ffefcc',
  '#ffdd9b',
  '#ffd073',
  '#ffc53d',
  '#ffb61a',
  '#ffaf00',
  '#e39900',
  '#ca8800',
  '#af7400',
]

export const theme = createTheme({
  colors: { ink, post },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 2 },
  fontFamily: 'var(--ll-font-text)',
  headings: { fontFamily: 'var(--ll-font-heading)', fontWeight: '700' },
  defaultRadius: 'md',
  radius: { md: 'var(--ll-radius)', lg: 'var(--ll-radius-large)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // theme.css defines one focus ring for all controls.
  focusRing: 'never',
})

const shared = {
  '--mantine-color-body': 'var(--ll-paper)',
  '--mantine-color-text': 'var(--ll-ink)',
  '--mantine-color-dimmed': 'var(--ll-muted)',
  '--mantine-color-placeholder': 'var(--ll-muted)',
  '--mantine-color-error': 'var(--ll-danger)',
  '--mantine-color-anchor': 'var(--ll-link)',
  '--mantine-color-default': 'var(--ll-surface)',
  '--mantine-color-default-color': 'var(--ll-ink)',
  '--mantine-color-default-border': 'var(--ll-line)',
  '--mantine-color-default-hover': 'var(--ll-sky)',
}

/** Mantine's colours refer to ours, so that both colour schemes are defined in one place. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: shared,
  dark: shared,
})
