import DefaultTheme from 'vitepress/theme-without-fonts'
import '@fontsource-variable/nunito-sans'
import './site.css'

export default DefaultTheme
