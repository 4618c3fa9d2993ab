// The square that will be kept: drag it, turn the wheel, or move the sliders, which are what is sent.
(() => {
  const form = document.getElementById("new-portrait"), canvas = document.getElementById("crop");
  const { file, x, y, zoom } = form.elements, pen = canvas.getContext("2d");
  let picture, from;
  const side = () => (Math.min(picture.width, picture.height) * 100) / zoom.value;
  const over = (length) => length - side();
  const draw = () => {
    if (!picture) return;
    const left = (over(picture.width) * x.value) / 100, top = (over(picture.height) * y.value) / 100;
    pen.drawImage(picture, left, top, side(), side(), 0, 0, 384, 384);
  };
  file.addEventListener("change", async () => {
    picture = await createImageBitmap(file.files[0]).catch(() => undefined);
    canvas.parentElement.hidden = !picture;
    draw();
  });
  form.addEventListener("input", draw);
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    from = { left: event.clientX, top: event.clientY, x: +x.value, y: +y.value };
  });
  const moved = (length, pixels) => (over(length) < 1 ? 0 : (pixels * side() * 100) / canvas.clientWidth / over(length));
  canvas.addEventListener("pointermove", (event) => {
    if (!event.buttons || !picture) return;
    x.value = from.x - moved(picture.width, event.clientX - from.left);
    y.value = from.y - moved(picture.height, event.clientY - from.top);
    draw();
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom.value -= event.deltaY / 4;
    draw();
  });
})();
