# docs/docker.md says how the image is built and run.
ARG NODE=24
FROM node:${NODE}-bookworm-slim AS build
WORKDIR /source
# The packages are a layer of their own, which a change of the sources leaves in the cache.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# Names the build, since .git is not copied: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN npm run release -- --out /release
RUN mkdir --parents /data/backups

# The same Debian as above, since two packages of the release bring native code; without a shell or a package manager.
FROM gcr.io/distroless/nodejs${NODE}-debian12
ARG COMMIT=
LABEL org.opencontainers.image.title="Letterlend" org.opencontainers.image.revision="$COMMIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/data/backups
ENV PATH=/nodejs/bin
WORKDIR /app
COPY --from=build /release /app
# A new volume takes its owner from the folder on which it is mounted.
COPY --from=build --chown=1000:1000 /data /data
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The base starts node by its entry point; without one, `docker compose run app node dist/server/restore.js` works as `exec` does.
ENTRYPOINT []
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
