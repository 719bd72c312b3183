# A release, and Node to run it. docs/docker.md says how; everything else is in .dockerignore.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund
# Builds are told apart by it, and git is not at hand here: --build-arg COMMIT=$(git rev-parse HEAD)
ARG COMMIT=
RUN npm run release -- --out /release

# The same system as above: two packages bring machine code along.
FROM node:24-bookworm-slim
ARG COMMIT=
LABEL org.opencontainers.image.title="Letterlend" org.opencontainers.image.revision="$COMMIT"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data BACKUP_DIR=/data/backups
WORKDIR /app
COPY --from=build /release ./
# The owner of /data is the owner of a new volume that is put there.
RUN mkdir -p /data/backups && chown -R node:node /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
