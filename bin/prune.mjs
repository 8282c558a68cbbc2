/** Removes the packages that production does not need; for images, after the build (deploy/Dockerfile). */
import { removeTools } from './prepare.mjs'

removeTools()
