export { default as letterboxClasses } from './letterbox-overlay.module.css'
